package org.strata.launcher.job;

import java.util.List;
import java.util.Set;

/**
 * The environment variables by which other launchers give a process its place in their job. A rank
 * must not see them when mpirun itself was started by such a launcher: an MPI library that finds
 * them joins the wrong job.
 */
final class OtherLaunchers {
    /** PMI-1 and PMI-2, PMIx, Hydra, Open MPI, and the steps of Slurm. */
    private static final List<String> PREFIXES =
            List.of("PMI_", "PMIX_", "HYDI_", "MPI_LOCAL", "OMPI_COMM_WORLD_", "SLURM_STEP_");

    private static final Set<String> NAMES =
            Set.of("SLURM_PROCID", "SLURM_LOCALID", "SLURM_NODEID", "SLURM_STEPID");

    private OtherLaunchers() {}

    /** Returns whether a variable is one of theirs. */
    static boolean use(String variable) {
        return NAMES.contains(variable) || PREFIXES.stream().anyMatch(variable::startsWith);
    }
}
