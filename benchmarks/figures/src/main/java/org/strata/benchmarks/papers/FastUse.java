package org.strata.benchmarks.papers;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the fast path was used for, summed over the ranks of a job.
 *
 * @param bytes of rings and mirrors
 * @param rings that are polled, each one direction of a pair of ranks
 * @param sent messages by ring
 * @param received messages, by either way
 */
record FastUse(int ranks, long bytes, long rings, long sent, long received) {
    private static final String PREFIX = "btl_openib_";
    private static final int KIB = 1024;
    private static final Pattern COUNTER = Pattern.compile("(" + PREFIX + "[a-z_]+)\\s+(\\d+)$");

    /** Sums the counters of ranks. */
    static FastUse of(Collection<Map<String, Long>> ranks) {
        return new FastUse(
                ranks.size(),
                sum(ranks, "fast_bytes"),
                sum(ranks, "fast_in"),
                sum(ranks, "fast_sent"),
                sum(ranks, "received"));
    }

    /** Sums what the ranks of a job of real processes print at Finalize. */
    static FastUse of(int ranks, List<String> lines) {
        Map<String, Long> sums = new HashMap<>();
        for (String line : lines) {
            Matcher found = COUNTER.matcher(line);
            if (found.find()) {
                sums.merge(found.group(1), Long.parseLong(found.group(2)), Long::sum);
            }
        }
        FastUse all = of(List.of(sums));
        return new FastUse(ranks, all.bytes, all.rings, all.sent, all.received);
    }

    private static long sum(Collection<Map<String, Long>> ranks, String counter) {
        return ranks.stream().mapToLong(rank -> rank.getOrDefault(PREFIX + counter, 0L)).sum();
    }

    /** Returns this with the messages since an earlier reading only. */
    FastUse since(FastUse before) {
        return new FastUse(ranks, bytes, rings, sent - before.sent, received - before.received);
    }

    /** Returns the KiB of a direction, both ends together; 0 without rings. */
    double perDirection() {
        return rings == 0 ? 0 : (double) bytes / rings / KIB;
    }

    /** Returns the MiB of a process. */
    double perProcess() {
        return (double) bytes / ranks / KIB / KIB;
    }

    /** Returns the rings that a process polls, on average. */
    double ringsPerProcess() {
        return (double) rings / ranks;
    }

    /** Returns the percentage of messages that went by ring. */
    double share() {
        return received == 0 ? 0 : 100.0 * sent / received;
    }
}
