package mpi;

/**
 * The blocks of elements that a program names in a call, one per process or neighbour, not checked
 * yet.
 *
 * @param buf the buffer
 * @param counts elements of each block
 * @param displs where each block begins, in extents of the datatype
 * @param type datatype of an element
 */
record Blocks(Object buf, int[] counts, int[] displs, Datatype type) {
    /** No blocks: a rooted collective's at another member than the root. */
    static final Blocks NONE = new Blocks(null, null, null, null);
}
