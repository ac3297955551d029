/** Algorithms of MPI_Reduce, one per file. */
package org.strata.coll.reduce;
