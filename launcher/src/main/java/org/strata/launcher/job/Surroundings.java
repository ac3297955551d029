package org.strata.launcher.job;

import org.strata.launcher.cli.JobRequest;
import org.strata.launcher.host.SignalName;
import org.strata.launcher.io.Forwarding;
import org.strata.mca.ess.Spawn;
import org.strata.oob.OobServer;
import org.strata.opal.sys.Posix;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * What a job acts on, in a real mpirun.
 *
 * @param stackFile where reports leave the stacks of ranks
 */
record Surroundings(
        OobServer server,
        Forwarding forwarding,
        Console console,
        JobRequest.Report report,
        Spawner spawner,
        StackFile stackFile)
        implements Job.Hooks {
    @Override
    public void exited(RankProcess rank) {
        rank.host().exited(rank);
    }

    @Override
    public void aborting(String reason) {
        server.announceAbort(reason);
    }

    @Override
    public void warn(String line) {
        console.warn(line);
    }

    /**
     * The JVM keeps SIGQUIT for itself, and no Java code can handle it: from now on it becomes
     * SIGALRM, three seconds later. The native calls would slow the start down.
     */
    @Override
    public void settled() {
        Posix.alarmOn(SignalName.QUIT.number());
    }

    @Override
    public void show(List<String> lines) {
        console.error(lines);
    }

    @Override
    public void spawn(
            int parent,
            Spawn spawn,
            List<RankProcess> ranks,
            IntConsumer streams,
            Consumer<Spawn.Outcome> answer) {
        spawner.spawn(parent, spawn, ranks, streams, answer);
    }

    @Override
    public void report(List<RankProcess> ranks) {
        print(ranks, false);
    }

    @Override
    public void timeout(List<RankProcess> ranks) {
        print(ranks, report.stacks());
    }

    @Override
    public void standstill(
            List<RankProcess> ranks, Standstill reported, Consumer<List<String>> answer) {
        Thread.ofPlatform()
                .daemon()
                .name("mpirun-standstill")
                .start(() -> answer.accept(reported.lines(server::inquire, ranks)));
    }

    /**
     * Prints what the ranks do.
     *
     * @param here whether to print the stacks, too, instead of writing them to a file
     */
    private void print(List<RankProcess> ranks, boolean here) {
        try {
            StateReport.Report made =
                    new StateReport(server::inquire, new RankStacks()).of(ranks, stackFile.job());
            List<String> lines = new ArrayList<>(made.lines());
            int running = (int) ranks.stream().filter(RankProcess::running).count();
            if (here) {
                lines.addAll(made.stacks());
            } else if (running > 0) {
                lines.add(stackFile.write(made.stacks(), running));
            }
            console.say(String.join("\n", lines));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
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
