package org.strata.io.posix;

import org.strata.mca.pml.CommContext;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The ranks that access the file for all in two-phase accesses: the first rank of each host, then
 * the second of each, and so on, so that few of them use many hosts' links.
 */
final class Aggregators {
    private Aggregators() {}

    /** Returns the number of hosts of a communicator. */
    static int hosts(CommContext comm) {
        return byHost(comm).size();
    }

    /** Returns the first {@code count} aggregators; the same at every member. */
    static int[] choose(CommContext comm, int count) {
        List<List<Integer>> hosts = new ArrayList<>(byHost(comm).values());
        hosts.sort((a, b) -> Integer.compare(a.getFirst(), b.getFirst()));
        int[] chosen = new int[count];
        int found = 0;
        for (int turn = 0; found < count; turn++) {
            for (List<Integer> ranks : hosts) {
                if (turn < ranks.size() && found < count) {
                    chosen[found++] = ranks.get(turn);
                }
            }
        }
        return chosen;
    }

    private static Map<String, List<Integer>> byHost(CommContext comm) {
        Map<String, List<Integer>> hosts = new HashMap<>();
        for (int rank = 0; rank < comm.size(); rank++) {
            hosts.computeIfAbsent(comm.peer(rank).host(), h -> new ArrayList<>()).add(rank);
        }
        return hosts;
    }
}
