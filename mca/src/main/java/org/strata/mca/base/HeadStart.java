package org.strata.mca.base;

import org.strata.opal.platform.Platform;
import org.strata.opal.sys.KernelThreads;
import org.strata.opal.sys.Membarrier;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.nio.channels.SocketChannel;

/**
 * Has the JVM make on a second core what MPI.Init needs a little later, while it reads parameters:
 * the first native call of a process is 30 ms of the JDK's own code, its first socket of this kind
 * ten. Init is sooner done so; nothing else depends on it.
 */
final class HeadStart implements Runnable {
    private HeadStart() {}

    /**
     * Begins in a rank that mpirun has started: others may need neither, and may not be allowed to
     * make native calls.
     */
    static void begin(ParameterSources sources) {
        boolean launched = sources.environment().containsKey(RankVariables.CHECKED);
        if (!launched
                || Platform.current() != Platform.LINUX
                || Runtime.getRuntime().availableProcessors() < 2) {
            return;
        }
        try {
            Thread.ofPlatform().daemon().name("strata-head-start").start(new HeadStart());
        } catch (OutOfMemoryError e) {
            // No thread is left. Who needs one says so.
            return;
        }
    }

    @Override
    public void run() {
        try {
            KernelThreads.affinity(0);
            SocketChannel.open(StandardProtocolFamily.UNIX).close();
            // The kernel waits for all processors, in which time nothing is computed here.
            Membarrier.join();
        } catch (IOException | RuntimeException | Error e) {
            // The thread in MPI.Init will meet the same, and says what it means for the job.
            return;
        }
    }
}
