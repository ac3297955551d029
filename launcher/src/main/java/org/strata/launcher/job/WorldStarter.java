package org.strata.launcher.job;

import org.strata.launcher.map.Plan.PlannedRank;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * Starts the processes of a world, each on its host.
 *
 * @param hosts all hosts of the job by number
 */
record WorldStarter(List<JobHost> hosts) {
    /**
     * Starts them in the order of their numbers.
     *
     * @param first number of the first process
     * @param ranks where to add them
     * @param streams gets the number of streams that each writes to, also of one that fails then
     * @throws IOException when one cannot be started; those before it have been added
     */
    void start(World world, int first, List<RankProcess> ranks, IntConsumer streams)
            throws IOException {
        NodeNumbers nodes = new NodeNumbers(world.plan());
        List<JobHost.Starting> starting = new ArrayList<>();
        for (JobHost host : hosts) {
            starting.add(host.begin(world, first));
        }
        for (PlannedRank rank : world.plan().ranks()) {
            ranks.add(starting.get(nodes.of(rank)).start(rank, streams));
        }
    }
}
