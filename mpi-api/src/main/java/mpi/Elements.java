package mpi;

/**
 * The elements that a program names in a call: buffer, count and datatype, not checked yet. The
 * calls of short messages take the three side by side: the JIT does not always see that the value
 * need not be allocated.
 */
record Elements(Object buf, int count, Datatype type) {
    /** A process's own elements where they already lie in the other buffer. */
    static final Elements IN_PLACE = new Elements(CollectiveBuffers.IN_PLACE, 0, null);
}
