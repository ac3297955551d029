/**
 * Byte transfer layer: moves bytes to and from peers, knows nothing of MPI. {@link
 * org.strata.mca.btl.Btl} is the manual for writing one; {@code btl-self} is the smallest example.
 */
package org.strata.mca.btl;
