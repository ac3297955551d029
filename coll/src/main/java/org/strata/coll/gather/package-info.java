/** Algorithms of MPI_Gather and MPI_Gatherv, one per file. */
package org.strata.coll.gather;
