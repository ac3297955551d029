package mpi;

/**
 * The blocks of elements that a program names in MPI_Alltoallw, each of a datatype of its own, not
 * checked yet.
 *
 * @param counts elements of each block
 * @param displs bytes from the buffer's origin to each block
 */
record TypedBlocks(Object buf, int[] counts, int[] displs, Datatype[] types) {
    /** Returns the block of a rank. */
    ElementBlock of(int rank) {
        return new ElementBlock(buf, displs[rank], counts[rank], types[rank]);
    }
}
