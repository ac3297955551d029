/**
 * Adapters that take their time, in virtual time: a decorator of the verbs object model, for
 * questions of who waits for whom. A rank's own work (registering, posting, handling completions,
 * copying in and out of the BTL's buffers) costs time on its clock; an adapter moves data beside
 * it, packet by packet, and completions are seen when they are due.
 *
 * <p>{@link org.strata.testkit.timed.TimedNetwork} owns time and lets ranks run, always the one
 * that is furthest behind: nothing can come to a rank from the past. A rank's step is one poll of
 * its progress engine; what becomes due while it works is seen by its next poll.
 *
 * <p>The adapters below execute a request at once when it is posted, so data arrive early; only
 * memory that is looked at without a completion would show that. Flow control by credits is real;
 * receivers that are not ready, and contention where several senders meet at one port, are not
 * modelled. XRC is not either.
 */
package org.strata.testkit.timed;
