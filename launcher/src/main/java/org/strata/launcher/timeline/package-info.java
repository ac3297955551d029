/**
 * The timeline of a job: the long events of its ranks, by the clock of mpirun's host, as a file
 * that Perfetto and Chrome open.
 *
 * <p>{@link org.strata.launcher.timeline.JobTimeline} receives what ranks leave, {@link
 * org.strata.launcher.timeline.HostClocks} knows how other hosts' clocks run.
 */
package org.strata.launcher.timeline;
