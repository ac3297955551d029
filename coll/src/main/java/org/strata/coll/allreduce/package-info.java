/** Algorithms of MPI_Allreduce, one per file. */
package org.strata.coll.allreduce;
