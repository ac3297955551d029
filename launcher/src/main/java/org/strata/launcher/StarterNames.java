package org.strata.launcher;

import org.strata.launcher.cli.UsageException;

import java.util.HashSet;
import java.util.Set;

/** What may start daemons, as the parameter {@code plm} names it. */
record StarterNames(Set<String> allowed) {
    static final String SLURM = "slurm";
    static final String RSH = "rsh";

    /** Open MPI's name of rsh since version 5. */
    private static final String SSH = "ssh";

    private static final Set<String> ALL = Set.of(SLURM, RSH);

    StarterNames {
        allowed = Set.copyOf(allowed);
    }

    /** Reads a list such as {@code slurm,rsh} or {@code ^slurm}; an empty one allows all. */
    static StarterNames parse(String list) throws UsageException {
        boolean exclusion = list.startsWith("^");
        Set<String> named = new HashSet<>();
        for (String name : list.substring(exclusion ? 1 : 0).split(",", -1)) {
            named.add(name.strip().equals(SSH) ? RSH : name.strip());
        }
        Set<String> allowed = new HashSet<>(ALL);
        if (exclusion) {
            allowed.removeAll(named);
        } else if (!list.isBlank()) {
            allowed.retainAll(named);
        }
        if (allowed.isEmpty()) {
            throw new UsageException(
                    "plm = " + list + " leaves nothing that starts daemons: slurm and rsh do.");
        }
        return new StarterNames(allowed);
    }

    boolean allow(String name) {
        return allowed.contains(name);
    }
}
