package mpi;

import java.util.Arrays;

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

    /** Returns the blocks of the first so many processes; the others' are not significant. */
    Blocks first(int processes) {
        int[] firstCounts = first(counts, processes);
        int[] firstDispls = first(displs, processes);
        boolean same = firstCounts == counts && firstDispls == displs;
        return same ? this : new Blocks(buf, firstCounts, firstDispls, type);
    }

    /** Returns the first entries of an array; the array itself if it has no more. May be null. */
    static int[] first(int[] values, int entries) {
        return values == null || values.length <= entries ? values : Arrays.copyOf(values, entries);
    }
}
