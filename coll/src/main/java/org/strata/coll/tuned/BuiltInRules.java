package org.strata.coll.tuned;

import java.util.List;

/**
 * Which algorithm for which collective, communicator size and message size, where the user has no
 * rules. {@link Rules} says which rows count; where an algorithm cannot serve (operations that do
 * not commute, sizes that are no power of two), the nearest one that can is used.
 *
 * <p>Bytes of bcast, reduce, allreduce, scan and exscan are those of the vector; of gather, scatter
 * and alltoall one rank's part; of allgather, allgatherv, reduce_scatter and reduce_scatter_block
 * all parts together.
 *
 * <p>Code, not a text: a rank makes the rows when it calls its first collective, and the JDK takes
 * milliseconds to open a file in a jar for the first time.
 */
final class BuiltInRules {
    private static final long KIB = 1024;

    private BuiltInRules() {}

    private static Rules.Row row(Collective<?> collective, int size, long bytes, String algorithm) {
        return new Rules.Row(collective, size, bytes, algorithm, 0, 0);
    }

    /** Returns the rows. */
    static List<Rules.Row> rows() {
        return List.of(
                row(Collective.BARRIER, 2, 0, "two_proc"),
                row(Collective.BARRIER, 3, 0, "bruck"),
                // Within one node a binomial tree moves the fewest bytes through the caches and
                // wins at every size.
                row(Collective.BCAST, 2, 0, "binomial"),
                row(Collective.BCAST, 9, 0, "binomial"),
                row(Collective.BCAST, 9, 512 * KIB, "scatter_allgather_ring"),
                row(Collective.REDUCE, 2, 0, "binomial"),
                row(Collective.REDUCE, 9, 0, "binomial"),
                row(Collective.REDUCE, 9, 256 * KIB, "rabenseifner"),
                // Two ranks: one exchange of the whole vector, later two exchanges of halves
                // without any copy.
                row(Collective.ALLREDUCE, 2, 0, "recursive_doubling"),
                row(Collective.ALLREDUCE, 2, 16 * KIB, "ring"),
                row(Collective.ALLREDUCE, 3, 0, "recursive_doubling"),
                row(Collective.ALLREDUCE, 3, 16 * KIB, "rabenseifner"),
                row(Collective.ALLREDUCE, 3, 512 * KIB, "ring"),
                row(Collective.GATHER, 2, 0, "basic_linear"),
                row(Collective.GATHER, 9, 0, "binomial"),
                row(Collective.GATHER, 9, 1 * KIB, "basic_linear"),
                row(Collective.SCATTER, 2, 0, "linear_nb"),
                row(Collective.SCATTER, 9, 0, "binomial"),
                row(Collective.SCATTER, 9, 1 * KIB, "linear_nb"),
                row(Collective.ALLGATHER, 2, 0, "two_proc"),
                row(Collective.ALLGATHER, 3, 0, "recursive_doubling"),
                row(Collective.ALLGATHER, 3, 64 * KIB, "ring"),
                row(Collective.ALLGATHERV, 2, 0, "two_proc"),
                row(Collective.ALLGATHERV, 3, 0, "bruck"),
                row(Collective.ALLGATHERV, 3, 64 * KIB, "ring"),
                row(Collective.ALLTOALL, 2, 0, "two_proc"),
                row(Collective.ALLTOALL, 3, 0, "linear"),
                row(Collective.ALLTOALL, 3, 4 * KIB, "pairwise"),
                row(Collective.ALLTOALL, 9, 0, "modified_bruck"),
                row(Collective.ALLTOALL, 9, 256, "linear"),
                row(Collective.ALLTOALL, 9, 4 * KIB, "pairwise"),
                row(Collective.ALLTOALLV, 2, 0, "pairwise"),
                row(Collective.ALLTOALLV, 3, 0, "basic_linear"),
                row(Collective.REDUCE_SCATTER, 2, 0, "ring"),
                row(Collective.REDUCE_SCATTER, 3, 0, "recursive_halving"),
                row(Collective.REDUCE_SCATTER, 3, 64 * KIB, "ring"),
                row(Collective.REDUCE_SCATTER_BLOCK, 2, 0, "recursive_halving"),
                row(Collective.SCAN, 2, 0, "linear"),
                row(Collective.SCAN, 5, 0, "recursive_doubling"),
                row(Collective.EXSCAN, 2, 0, "linear"),
                row(Collective.EXSCAN, 5, 0, "recursive_doubling"));
    }
}
