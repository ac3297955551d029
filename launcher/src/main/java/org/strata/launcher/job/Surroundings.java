package org.strata.launcher.job;

import org.strata.launcher.io.Forwarding;
import org.strata.oob.OobServer;
import org.strata.opal.sys.Posix;

/** What a job acts on, in a real mpirun. */
record Surroundings(Sentinel sentinel, OobServer server, Forwarding forwarding, Console console)
        implements Job.Hooks {
    @Override
    public void exited(RankProcess rank) {
        sentinel.unwatch(rank.pid());
    }

    @Override
    public void aborting(String reason) {
        server.announceAbort(reason);
    }

    @Override
    public void warn(String line) {
        console.warn(line);
    }

    @Override
    public void stopSelf() {
        Posix.kill((int) ProcessHandle.current().pid(), SignalName.STOP.number());
    }

    @Override
    public boolean outputIdle() {
        return forwarding.idle();
    }
}
