package org.strata.mca.base;

import java.util.Set;

/**
 * Until when a program may change a parameter by itself, in its own process (MPI 4.1 §15.3.6). The
 * launcher's parameters have had their effect before the program starts.
 */
public enum ParameterScope {
    /** Never: the launcher alone reads it. */
    LAUNCHER,
    /** Before MPI.Init, alike in all processes of the job. */
    STARTUP,
    /** At any time, in each process as it likes. */
    RUNNING;

    /** Groups that the launcher reads, or that tell a process how it finds its job. */
    private static final Set<String> LAUNCHERS =
            Set.of(
                    "ess", "hwloc", "mca", "odls", "oob", "orte", "plm", "prte", "ras", "rmaps",
                    "routed");

    /** Begin names of the launcher among those of {@code mpi}. */
    private static final String REPORTS = "mpi_(report|timeline|metrics).*";

    /** Those that are read again after each change, or at MPI.Finalize. */
    private static final Set<String> CHANGEABLE =
            Set.of(
                    "mpi_idle_directed",
                    "mpi_idle_hot_polls",
                    "mpi_idle_park",
                    "mpi_idle_spins",
                    "mpi_idle_yields",
                    "mpi_max_object_size",
                    "mpi_monitoring_enable",
                    "mpi_monitoring_filename",
                    "mpi_monitoring_output",
                    "mpi_spc_dump_enabled",
                    "mpi_yield_when_idle");

    /** Returns the scope of a parameter. */
    public static ParameterScope of(Declaration declaration) {
        if (CHANGEABLE.contains(declaration.name())) {
            return RUNNING;
        }
        boolean launchers =
                LAUNCHERS.contains(declaration.framework()) || declaration.name().matches(REPORTS);
        return launchers ? LAUNCHER : STARTUP;
    }
}
