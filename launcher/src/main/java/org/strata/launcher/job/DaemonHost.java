package org.strata.launcher.job;

import org.strata.launcher.host.SignalName;
import org.strata.launcher.map.Plan.PlannedRank;
import org.strata.launcher.program.RankNames;

import java.io.IOException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/**
 * A host whose daemon starts and ends the ranks.
 *
 * @param node which
 * @param nodes the connections to all daemons
 * @param jobId the job's name
 * @param merge whether what ranks write to stderr goes where stdout goes
 * @param output shows what its ranks write
 * @param events gets the ends of streams
 */
record DaemonHost(
        RemoteNode node,
        RemoteNodes nodes,
        String jobId,
        boolean merge,
        JobOutput output,
        Queue<JobEvent> events)
        implements JobHost {
    /** How long a daemon may take for the threads of all of its ranks. */
    private static final long PATIENCE_MILLIS = 8000;

    @Override
    public int number() {
        return node.number();
    }

    /** The daemon starts them when it has its order ({@link LaunchOrders}). */
    @Override
    public Starting begin(World world, int first) {
        return (rank, streams) -> expect(world, first, rank, streams);
    }

    private RankProcess expect(World world, int first, PlannedRank rank, IntConsumer streams)
            throws IOException {
        int number = first + rank.number();
        RemoteProcess process = nodes.process(node.number(), number, merge);
        RankNames names =
                new RankNames(number, world.plan().hosts().get(rank.host()).name(), jobId);
        streams.accept(
                output.forwarding()
                        .start(
                                names,
                                process.output(),
                                process.errors(),
                                () -> events.add(JobEvent.streamEnd())));
        return new RankProcess(number, first, this, process);
    }

    @Override
    public void signal(SignalName signal, boolean all) {
        nodes.signal(node.number(), signal, all);
    }

    @Override
    public void sweep() {
        nodes.sweep(node.number());
    }

    /** The daemon has done what there is to do. */
    @Override
    public void exited(RankProcess rank) {}

    @Override
    public CompletableFuture<List<String>> threads(RankProcess rank) {
        return nodes.threads(node.number(), rank.rank())
                .completeOnTimeout(List.of(), PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    }
}
