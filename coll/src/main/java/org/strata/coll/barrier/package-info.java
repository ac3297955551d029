/** Algorithms of MPI_Barrier, one per file. */
package org.strata.coll.barrier;
