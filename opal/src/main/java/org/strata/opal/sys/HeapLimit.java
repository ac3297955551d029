package org.strata.opal.sys;

/** The largest heap of a rank: its share of four fifths of the host's memory. */
public final class HeapLimit {
    /** The other fifth is for what JVMs have outside of their heaps, and for the system. */
    private static final double SHARED = 0.8;

    /** Java's default: a quarter, of at most 128 GiB. */
    private static final int QUARTER = 4;

    /** A larger heap has no compressed pointers to objects; the JVM's default stays below. */
    private static final long LARGEST = 31L << 30;

    /** With less a rank that does next to nothing would run out of memory. */
    private static final long LEAST = 64L << 20;

    private static final double GIBI = 1L << 30;

    private HeapLimit() {}

    /**
     * Returns the largest heap in bytes; 0 where the JVM's own is no larger.
     *
     * @param memory the host's memory in bytes; 0 if it is not known
     * @param ranks number of ranks on the host
     */
    public static long ofRank(long memory, int ranks) {
        long share = Math.max(LEAST, (long) (memory * SHARED / Math.max(1, ranks)));
        return memory == 0 || share >= Math.min(memory / QUARTER, LARGEST) ? 0 : share;
    }

    /** Says for {@code mpi_info} how large a rank's heap becomes on a host. */
    public static String describe(long memory) {
        if (memory == 0) {
            return "the JVM's default";
        }
        return gibi(Math.min(memory / QUARTER, LARGEST))
                + " GiB, or "
                + gibi((long) (memory * SHARED))
                + " GiB / ranks of the host if that is less; -Xmx wins";
    }

    /** Returns a size in GiB with one digit behind the point. */
    public static String gibi(long bytes) {
        return String.valueOf(Math.round(bytes / GIBI * 10) / 10.0);
    }
}
