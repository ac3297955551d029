package mpi;

import java.util.Arrays;

/** What counters have counted while a handle was started. Its users exclude each other. */
final class CountedSpan {
    /** What the counters were at the start; null while stopped. */
    private long[] base;

    /** What was counted up to the last stop; null for nothing. */
    private long[] before;

    /**
     * Begins to count, unless it has begun.
     *
     * @param now the counters; here and below always as many
     */
    void start(long[] now) {
        base = base == null ? now : base;
    }

    void stop(long[] now) {
        before = value(now);
        base = null;
    }

    void reset(long[] now) {
        before = null;
        base = base == null ? null : now;
    }

    long[] value(long[] now) {
        long[] value = before == null ? new long[now.length] : before.clone();
        if (base != null) {
            Arrays.setAll(value, i -> value[i] + now[i] - base[i]);
        }
        return value;
    }
}
