package org.strata.launcher.job;

import org.strata.launcher.cli.UsageException;

import java.util.Collections;
import java.util.TreeSet;

/**
 * The numbers of processes that a program accepts (Info key {@code soft}, MPI 3.1 §10.3.4): a list
 * of numbers and of ranges {@code from:to} or {@code from:to:step}.
 */
final class SoftCount {
    private SoftCount() {}

    /** Says whether there is room for a number of processes. */
    @FunctionalInterface
    interface Room {
        /** Throws what the user is told when there is not. */
        void check(int count) throws UsageException;
    }

    /**
     * Returns the largest number that is accepted and that there is room for.
     *
     * @param soft what is accepted; null for {@code most} only
     * @param most number of processes that is asked for
     */
    static int choose(String soft, int most, Room room) throws UsageException {
        if (most < 1) {
            throw new UsageException(most + " is no number of processes to spawn.");
        }
        UsageException last = null;
        for (int count : soft == null ? Collections.singleton(most) : accepted(soft, most)) {
            try {
                room.check(count);
                return count;
            } catch (UsageException e) {
                last = e;
            }
        }
        throw last != null ? last : wrong(soft);
    }

    private static Iterable<Integer> accepted(String soft, int most) throws UsageException {
        TreeSet<Integer> counts = new TreeSet<>();
        for (String range : soft.split(",", -1)) {
            String[] words = range.strip().split(":", -1);
            try {
                int from = Integer.parseInt(words[0]);
                int to = words.length > 1 ? Integer.parseInt(words[1]) : from;
                int step = words.length > 2 ? Integer.parseInt(words[2]) : 1;
                if (words.length > 3 || step == 0) {
                    throw wrong(soft);
                }
                add(counts, from, to, step, most);
            } catch (NumberFormatException e) {
                throw wrong(soft);
            }
        }
        return counts.descendingSet();
    }

    private static void add(TreeSet<Integer> counts, long from, int to, int step, int most) {
        // What lies outside of 1 to most is skipped, not walked through.
        long outside = step > 0 ? 1 - from : from - most;
        long skipped = outside > 0 ? Math.ceilDiv(outside, Math.abs((long) step)) : 0;
        long count = from + skipped * step;
        while (count >= 1 && count <= most && (step > 0 ? count <= to : count >= to)) {
            counts.add((int) count);
            count += step;
        }
    }

    private static UsageException wrong(String soft) {
        return new UsageException(
                "The Info key soft = \"" + soft + "\" names no number of processes to spawn.");
    }
}
