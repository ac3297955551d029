/**
 * The report of a job: adds up what its ranks have written ({@code org.strata.opal.report}), says
 * what stands out, and writes it as a summary, as JSON and as a page. Knows nothing of how jobs are
 * run.
 */
package org.strata.launcher.report;
