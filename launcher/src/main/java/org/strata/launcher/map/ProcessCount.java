package org.strata.launcher.map;

import org.strata.launcher.cli.UsageException;
import org.strata.mca.proc.Proc;

/**
 * The processes that a job may ever have. Numbers are not given twice, and those from {@link
 * Proc#JOB_SPAN} on are of other jobs with the same name server.
 */
final class ProcessCount {
    private ProcessCount() {}

    /**
     * Checks that there are numbers for more processes.
     *
     * @param started processes that the job has ever started
     * @param more processes that are to be started
     */
    static void check(int started, long more) throws UsageException {
        if (more > Proc.JOB_SPAN - started) {
            throw new UsageException(
                    "A job has numbers for "
                            + Proc.JOB_SPAN
                            + " processes, those that have ended counted.",
                    "It has started " + started + "; " + more + " more were asked for.");
        }
    }
}
