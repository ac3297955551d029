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
    REDUCE_SCATTER_BLOCK,
    GATHER,
    SCATTER;

    private static final int KIND_SHIFT = 56;
    private static final int WAY_SHIFT = 52;
    private static final long BYTES = (1L << WAY_SHIFT) - 1;

    /** Returns the name in rules: {@code "reduce_scatter"}. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns what members publish with their contributions: members that disagree have called
     * different collectives, or with different lengths, which is an error of the program. The way
     * says what the cell holds: data, or the place of a buffer.
     */
    long info(SharedWay way, long bytes) {
        return (long) (ordinal() + 1) << KIND_SHIFT | (long) way.ordinal() << WAY_SHIFT | bytes;
    }

    /**
     * Returns the bytes in what a member has published of this collective, -1 when it has called
     * another one or goes another way.
     */
    long bytes(SharedWay way, long info) {
        return info >>> WAY_SHIFT == info(way, 0) >>> WAY_SHIFT ? info & BYTES : -1;
    }
}
