/**
 * Memory pools. {@code shared} keeps its memory in files that the node's other processes can map,
 * so that btl-shm moves long messages with one copy; it serves {@code MPI.newByteBuffer} and its
 * kin. {@code huge} (off by default) and {@code page} allocate private memory in pages of its own,
 * where shared memory is exhausted or not selected.
 */
package org.strata.mpool;
