/**
 * The PML {@code copy}: messages up to the eager limit in one packet, longer ones as fragments that
 * the receiver asks for once it has matched. One link per peer, no RDMA. The example of
 * HACKING.md's walk.
 */
package org.strata.pml.copy;
