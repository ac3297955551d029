/** Algorithms of MPI_Scatter and MPI_Scatterv, one per file. */
package org.strata.coll.scatter;
