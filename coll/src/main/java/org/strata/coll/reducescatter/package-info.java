/** Algorithms of MPI_Reduce_scatter and MPI_Reduce_scatter_block, one per file. */
package org.strata.coll.reducescatter;
