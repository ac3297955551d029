/** Algorithms of MPI_Scan and MPI_Exscan, one per file. */
package org.strata.coll.scan;
