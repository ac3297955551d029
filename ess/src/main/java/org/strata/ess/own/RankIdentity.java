package org.strata.ess.own;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/**
 * A rank's job, number and contact file, which mpirun passes in environment variables.
 *
 * @param jobId the job's name
 * @param rank the process's number in the job
 * @param parent the number of the process that spawned it, or -1
 * @param contact the file that {@link JobContact} reads
 */
public record RankIdentity(String jobId, int rank, int parent, Path contact) {
    /** The variable with the job's name; it also marks every process of the job, for clean-up. */
    public static final String JOB_ID = "STRATA_JOB_ID";

    /** Set where processes of other hosts may be added to the job, or connect to it. */
    public static final String OTHER_HOSTS = "STRATA_OTHER_HOSTS";

    private static final String RANK = "STRATA_RANK";
    private static final String PARENT = "STRATA_PARENT";
    private static final String CONTACT = "STRATA_CONTACT";

    /** Adds the variables to a rank's environment. */
    public void addTo(Map<String, String> environment) {
        environment.put(JOB_ID, jobId);
        environment.put(RANK, Integer.toString(rank));
        environment.put(CONTACT, contact.toString());
        if (parent >= 0) {
            environment.put(PARENT, Integer.toString(parent));
        } else {
            environment.remove(PARENT);
        }
    }

    /**
     * Reads the variables of a process that mpirun started.
     *
     * @throws IOException when one of them is not what {@link #addTo} writes
     */
    static RankIdentity from(Map<String, String> environment) throws IOException {
        String rank = environment.get(RANK);
        String contact = environment.get(CONTACT);
        try {
            String jobId = environment.getOrDefault(JOB_ID, "");
            int parent = Integer.parseInt(environment.getOrDefault(PARENT, "-1"));
            return new RankIdentity(jobId, Integer.parseInt(rank), parent, Path.of(contact));
        } catch (IllegalArgumentException e) {
            throw new IOException(
                    RANK + "=" + rank + ", " + PARENT + " or " + CONTACT + " is damaged", e);
        }
    }

    /** Returns whether a process with this environment was started by mpirun. */
    static boolean isIn(Map<String, String> environment) {
        return environment.containsKey(CONTACT) && environment.containsKey(RANK);
    }
}
