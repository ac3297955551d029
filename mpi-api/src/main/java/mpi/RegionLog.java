package mpi;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The regions that one thread's program names by MPI.pControl: how often, how long, and how much of
 * that in MPI. They lie in one another; the end of a region ends those in it. Belongs to its
 * thread; others read the sums, which may lag.
 */
final class RegionLog {
    /** Regions that are kept apart. */
    private static final int NAMES = 64;

    private static final String OTHER = "other regions";

    /** Regions in one another, at most: a program that never ends one must not fill the heap. */
    private static final int DEEPEST = 64;

    private static final int LONGEST_NAME = 100;

    final Map<String, Sum> sums = new ConcurrentHashMap<>();
    private final Deque<Open> open = new ArrayDeque<>();

    /** What all regions of a name have had; nanoseconds. */
    record Sum(long times, long elapsed, long mpi, long waiting) {
        Sum plus(Sum other) {
            return new Sum(
                    times + other.times,
                    elapsed + other.elapsed,
                    mpi + other.mpi,
                    waiting + other.waiting);
        }
    }

    /**
     * A region that has begun.
     *
     * @param now the clock
     * @param mpi what the thread has spent in MPI
     * @param waiting of it
     */
    record Open(String name, long now, long mpi, long waiting) {}

    void begin(Open region) {
        if (open.size() < DEEPEST) {
            open.push(region);
        }
    }

    /** Returns whether a region of this name has begun. */
    boolean isOpen(String name) {
        return open.stream().anyMatch(region -> region.name().equals(name));
    }

    /**
     * Ends the innermost region.
     *
     * @param until the clock and the sums now
     * @return what has ended; null if none was open
     */
    Open end(Open until) {
        Open region = open.poll();
        if (region != null) {
            Sum one =
                    new Sum(
                            1,
                            until.now() - region.now(),
                            until.mpi() - region.mpi(),
                            until.waiting() - region.waiting());
            String name = region.name();
            String kept = sums.size() < NAMES || sums.containsKey(name) ? name : OTHER;
            sums.merge(kept, one, Sum::plus);
        }
        return region;
    }

    /** Returns the name as it is kept. */
    static String name(Object given) {
        String name = String.valueOf(given);
        return name.length() > LONGEST_NAME ? name.substring(0, LONGEST_NAME) : name;
    }
}
