/**
 * The ob1 PML: matching, eager and rendezvous protocols, scheduling of long messages over the BTLs
 * of a peer. Named and modelled after Open MPI's ob1; {@code docs/protocol/ob1.md} has the packets
 * and state tables.
 */
package org.strata.pml.ob1;
