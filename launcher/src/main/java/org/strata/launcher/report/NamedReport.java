package org.strata.launcher.report;

/**
 * A report and the file that it is from.
 *
 * @param name the file, as the user named it
 */
record NamedReport(String name, JobReport report) {}
