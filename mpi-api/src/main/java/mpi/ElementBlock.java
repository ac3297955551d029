package mpi;

/**
 * A block of elements in a buffer, not checked yet.
 *
 * @param displacement bytes from the buffer's origin to that of the first element
 */
record ElementBlock(Object buf, long displacement, int count, Datatype type) {}
