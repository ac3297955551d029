package org.strata.launcher.map;

import org.strata.launcher.cli.JobRequest.Oversubscription;
import org.strata.launcher.cli.UsageException;

import java.util.ArrayList;
import java.util.List;

/**
 * The number of processes that all hosts of a job may run.
 *
 * @param count slots
 * @param origin where the number comes from, for messages
 * @param counted whether somebody counted them (host list or file), or they were guessed from the
 *     processors
 */
public record Slots(int count, String origin, boolean counted) {
    /**
     * Ranks per processor that are accepted without asking when nobody counted slots: ranks that
     * wait sleep, so that a laptop runs more of them than it has cores; a mistyped thousand is
     * still caught.
     */
    static final int GUESSED_FACTOR = 8;

    /** Returns the slots of some of the hosts. */
    Slots limitedTo(int some) {
        return new Slots(some, origin, counted);
    }

    /** Throws the "not enough slots" message when a job is too large. */
    public void check(int processes, Oversubscription oversubscription) throws UsageException {
        int limit =
                switch (oversubscription) {
                    case ALLOWED -> Integer.MAX_VALUE;
                    case REFUSED -> count;
                    case UNSAID -> counted ? count : count * GUESSED_FACTOR;
                };
        if (processes > limit) {
            throw new UsageException(message(processes, limit).toArray(String[]::new));
        }
    }

    private List<String> message(int processes, int limit) {
        List<String> lines = new ArrayList<>();
        lines.add("There are not enough slots for the " + processes + " processes of this job.");
        lines.add("");
        lines.add("  Slots:      " + count + " (" + origin + ")");
        lines.add("  Asked for:  " + processes);
        if (limit != count) {
            lines.add("  Accepted:   " + limit + " without --oversubscribe");
        }
        lines.add("");
        lines.add("A slot is room for one process. Their number comes from, in this order:");
        lines.add("  1. --host HOST:N, where N is the number of slots (1 when left out)");
        lines.add("  2. a line \"HOST slots=N\" in the file of --hostfile");
        lines.add("  3. the allocation of Slurm, PBS, LSF or SGE");
        lines.add("  4. the default host file (orte_default_hostfile, HYDRA_HOST_FILE)");
        lines.add("  5. the processors this host lets us use (affinity and cgroup counted)");
        lines.add("");
        lines.add(
                "Ask for fewer processes with -np, give more slots, or accept more processes than"
                        + " slots with --oversubscribe.");
        return lines;
    }
}
