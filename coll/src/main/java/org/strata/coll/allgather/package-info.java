/** Algorithms of MPI_Allgather and MPI_Allgatherv, one per file. */
package org.strata.coll.allgather;
