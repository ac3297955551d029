package org.strata.coll.shm;

import java.util.Locale;

/** The collectives that the component may do, with what rules call them. */
enum SharedKind {
    BARRIER,
    BCAST,
    REDUCE,
    ALLREDUCE,
    ALLGATHER,
    ALLTOALL,
    REDUCE_SCATTER,
    REDUCE_SCATTER_BLOCK;

    private static final int SHIFT = 56;

    /** Returns the name in rules: {@code "reduce_scatter"}. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns what members publish with their contributions: members that disagree have called
     * different collectives, or with different lengths, which is an error of the program.
     */
    long info(long bytes) {
        return (long) (ordinal() + 1) << SHIFT | bytes;
    }

    /** Returns the bytes in what a member has published of this collective, -1 for another one. */
    long bytes(long info) {
        return info >>> SHIFT == ordinal() + 1 ? info & ((1L << SHIFT) - 1) : -1;
    }
}
