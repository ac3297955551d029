/** Algorithms of MPI_Alltoall and MPI_Alltoallv, one per file. */
package org.strata.coll.alltoall;
