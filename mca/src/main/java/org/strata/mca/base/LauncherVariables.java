package org.strata.mca.base;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The parameters that Open MPI's mpirun sets by itself in the environment of each process. They
 * speak to Open MPI's own libraries: a rank of ours that it starts must not take them for the
 * user's.
 */
final class LauncherVariables {
    /** Set by that launcher and by nobody else. */
    private static final String MARK = RankVariables.OMPI_PREFIX + "ess_base_jobid";

    private static final Set<String> NAMES =
            Set.of("ess", "ess_base_vpid", "pmix", "initial_wdir", "mpi_oversubscribe");

    private static final String SHMEM = RankVariables.OMPI_PREFIX + "shmem_RUNTIME";
    private static final String ORTE = RankVariables.OMPI_PREFIX + "orte_";

    private LauncherVariables() {}

    /** Returns an environment without them. */
    static Map<String, String> remove(Map<String, String> environment) {
        if (!environment.containsKey(MARK)) {
            return environment;
        }
        Map<String, String> rest = new LinkedHashMap<>(environment);
        NAMES.forEach(name -> rest.remove(RankVariables.OMPI_PREFIX + name));
        rest.remove(MARK);
        rest.keySet().removeIf(name -> name.startsWith(ORTE) || name.startsWith(SHMEM));
        return rest;
    }
}
