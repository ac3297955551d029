/**
 * Point-to-point management layer: MPI's matching, send modes and protocols over the BML. {@link
 * org.strata.mca.pml.Pml} is its interface to {@code mpi-api} and {@code coll}.
 */
package org.strata.mca.pml;
