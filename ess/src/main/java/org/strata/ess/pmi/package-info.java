/**
 * The environment of ranks that a launcher with PMI-1 starts: MPICH's Hydra, and Slurm's {@code
 * srun --mpi=pmi2}, whose server answers PMI-1 as well. A rank speaks to the launcher over a
 * descriptor that it inherits (PMI_FD) or over TCP (PMI_PORT), one line each way.
 */
package org.strata.ess.pmi;
