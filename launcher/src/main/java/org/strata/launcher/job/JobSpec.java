package org.strata.launcher.job;

import org.strata.launcher.cli.JobRequest;

/**
 * A job as it is asked for.
 *
 * @param request what the user has written
 * @param limits time limits
 * @param world the processes of the command line
 */
public record JobSpec(JobRequest request, JobLimits limits, World world) {}
