/**
 * The environment of ranks that a launcher with PMIx starts: Open MPI's mpirun, {@code srun
 * --mpi=pmix}, PRRTE. A rank speaks to it through libpmix, of whose structures only {@code
 * pmix_proc_t} and {@code pmix_value_t} are used: the protocol beneath changes with every version.
 */
package org.strata.ess.pmix;
