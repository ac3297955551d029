package org.strata.launcher.job;

import org.strata.mca.base.Section;

import java.time.Duration;

/**
 * Time limits of a job and of its end.
 *
 * @param timeout when the job is ended, or null
 * @param sigkillTimeout how long processes may take to end after SIGTERM before they get SIGKILL
 * @param initWarning how long ranks wait in MPI.Init for others before those are named; zero: they
 *     are not
 */
public record JobLimits(Duration timeout, Duration sigkillTimeout, Duration initWarning) {
    private static final double MILLIS_PER_SECOND = 1000;

    /**
     * Reads the limits.
     *
     * @param timeout the job's, or null
     * @param odls the parameters of how processes are started and ended
     */
    public static JobLimits from(Duration timeout, Section odls) {
        return new JobLimits(timeout, sigkillTimeout(odls), seconds(odls, "init-warning"));
    }

    /** Reads how long processes may take to end. */
    public static Duration sigkillTimeout(Section odls) {
        return seconds(odls, "sigkill-timeout");
    }

    private static Duration seconds(Section section, String key) {
        return Duration.ofMillis(Math.round(section.number(key) * MILLIS_PER_SECOND));
    }
}
