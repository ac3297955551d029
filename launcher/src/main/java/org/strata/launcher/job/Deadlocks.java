package org.strata.launcher.job;

import org.strata.mca.ess.RankReport;
import org.strata.opal.progress.Completion.WaitState;
import org.strata.opal.progress.Completion.WaitState.Needs;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Finds ranks that wait for each other. A rank that does not wait can act; one that waits can act
 * if those can that it needs. Ranks that remain are in a deadlock, or wait for ranks that are.
 */
final class Deadlocks {
    /** Ranks of a chain that are named. */
    private static final int SAID = 6;

    private final int size;

    /** The ranks that wait, with their waits; of others nothing is known. */
    private final Map<Integer, RankReport> waiting;

    private final Set<Integer> ended;
    private final Set<Integer> stuck = new TreeSet<>();

    private final Set<Integer> inCycles = new TreeSet<>();

    /**
     * @param size number of ranks
     * @param waiting the reports of the ranks that wait and have not moved between two inquiries
     * @param ended ranks whose processes have ended
     */
    Deadlocks(int size, Map<Integer, RankReport> waiting, Set<Integer> ended) {
        this.size = size;
        this.waiting = waiting;
        this.ended = ended;
        stuck.addAll(waiting.keySet());
        while (stuck.removeIf(rank -> waits(rank).anyMatch(this::canEnd))) {
            // Ranks that can act may let others act.
        }
    }

    /** Returns the ranks whose processes have ended. */
    static Set<Integer> ended(List<RankProcess> ranks) {
        return ranks.stream()
                .filter(rank -> !rank.running())
                .map(RankProcess::rank)
                .collect(Collectors.toSet());
    }

    /** Returns the reports of ranks that wait and have not moved between two inquiries. */
    static Map<Integer, RankReport> unmoved(
            Map<Integer, RankReport> before, Map<Integer, RankReport> after) {
        Map<Integer, RankReport> same = new TreeMap<>(before);
        same.entrySet()
                .removeIf(entry ->
                        entry.getValue().waits().isEmpty()
                                || !sameWaits(entry.getValue(), after.get(entry.getKey())));
        return same;
    }

    /** Returns whether no thread of a rank has moved between two reports. */
    private static boolean sameWaits(RankReport before, RankReport after) {
        return after != null && numbers(before).equals(numbers(after));
    }

    private static Set<Long> numbers(RankReport report) {
        return report.waits().stream().map(RankReport.Wait::number).collect(Collectors.toSet());
    }

    private Stream<WaitState> waits(int rank) {
        return waiting.get(rank).waits().stream().map(RankReport.Wait::state);
    }

    private boolean canAct(int rank) {
        return !stuck.contains(rank) && !ended.contains(rank);
    }

    private boolean canEnd(WaitState wait) {
        return switch (wait.needs()) {
            case ALL -> wait.ranks().stream().allMatch(this::canAct);
            case ANY -> wait.ranks().isEmpty() || wait.ranks().stream().anyMatch(this::canAct);
            case FENCE -> IntStream.range(0, size).allMatch(r -> canAct(r) || inFence(r));
        };
    }

    private boolean inFence(int rank) {
        return waiting.containsKey(rank)
                && waits(rank).anyMatch(wait -> wait.needs() == Needs.FENCE);
    }

    /** Returns whether a rank is in a deadlock, or waits for one that is. */
    boolean includes(int rank) {
        return stuck.contains(rank);
    }

    /** Returns the ranks that wait for each other in circles. */
    Set<Integer> inCycles() {
        lines();
        return inCycles;
    }

    /** Returns a line per deadlock. */
    List<String> lines() {
        inCycles.clear();
        List<String> lines = new ArrayList<>();
        Set<Integer> named = new TreeSet<>();
        for (int rank : stuck) {
            Set<Integer> path = new LinkedHashSet<>();
            int next = rank;
            while (stuck.contains(next) && !named.contains(next) && path.add(next)) {
                next = culprit(next);
            }
            if (!stuck.contains(next)) {
                lines.add("no end of the wait: " + sentence(path) + ", which has exited");
            } else if (path.contains(next)) {
                List<Integer> cycle = cycle(path, next);
                inCycles.addAll(cycle);
                lines.add(name(cycle));
            }
            named.addAll(path);
        }
        return lines;
    }

    /** Returns the part of a path from where it comes back to. */
    private static List<Integer> cycle(Set<Integer> path, int start) {
        List<Integer> all = List.copyOf(path);
        return all.subList(all.indexOf(start), all.size());
    }

    private String name(List<Integer> cycle) {
        boolean threads = cycle.stream().anyMatch(rank -> waiting.get(rank).threads());
        return (threads ? "deadlock, unless other threads act: " : "deadlock: ") + sentence(cycle);
    }

    /** Returns who waits for whom; of a long chain the beginning and the end. */
    private String sentence(Collection<Integer> ranks) {
        List<String> parts = new ArrayList<>();
        int left = ranks.size();
        for (int rank : ranks) {
            if (parts.size() < SAID - 1 || left == 1) {
                parts.add("rank " + rank + " waits for " + what(rank));
            } else if (ranks.size() > SAID && parts.size() == SAID - 1) {
                parts.add("... (" + ranks.size() + " ranks)");
            } else if (ranks.size() <= SAID) {
                parts.add("rank " + rank + " waits for " + what(rank));
            }
            left--;
        }
        return String.join(", ", parts);
    }

    /** Returns a rank that a stuck rank waits for, and that cannot act either. */
    private int culprit(int rank) {
        return needed(waits(rank).findFirst().orElseThrow())
                .filter(needed -> !canAct(needed))
                .findFirst()
                .orElseThrow();
    }

    private Stream<Integer> needed(WaitState wait) {
        return wait.needs() == Needs.FENCE
                ? IntStream.range(0, size).filter(rank -> !inFence(rank)).boxed()
                : wait.ranks().stream();
    }

    private String what(int rank) {
        WaitState wait = waits(rank).findFirst().orElseThrow();
        return switch (wait.needs()) {
            case FENCE -> "rank " + culprit(rank) + " to call MPI.Finalize";
            case ANY -> wait.what();
            case ALL -> wait.what().split(",", 2)[0];
        };
    }
}
