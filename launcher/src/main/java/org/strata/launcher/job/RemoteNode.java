package org.strata.launcher.job;

/**
 * Another host of a job.
 *
 * @param number its number, from 1
 * @param host its name in the job
 * @param user the user to log in as; empty for one's own
 */
public record RemoteNode(int number, String host, String user) {}
