/** Algorithms of MPI_Bcast, one per file. */
package org.strata.coll.bcast;
