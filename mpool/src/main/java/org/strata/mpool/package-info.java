/**
 * Memory pools. {@code shared} keeps its memory in files that the node's other processes can map,
 * so that btl-shm moves long messages with one copy; it serves {@code MPI.newByteBuffer} and its
 * kin.
 */
package org.strata.mpool;
