package org.strata.launcher.job;

import org.strata.launcher.io.Forwarding;

/**
 * What a user sees of a job.
 *
 * @param forwarding forwards what ranks write
 * @param console prints mpirun's own messages
 */
public record JobOutput(Forwarding forwarding, Console console) {}
