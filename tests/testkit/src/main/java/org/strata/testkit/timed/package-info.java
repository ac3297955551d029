/**
 * Adapters that take their time, in virtual time: a decorator of the verbs object model, for
 * questions of who waits for whom. A rank's own work (registering, posting, handling completions,
 * looking at polled memory, copying in and out of the BTL's buffers, computing) costs time on its
 * clock; an adapter moves data beside it, packet by packet, and completions are seen when they are
 * due.
 *
 * <p>{@link org.strata.testkit.timed.TimedNetwork} owns time and lets ranks run, always the one
 * that is furthest behind: nothing can come to a rank from the past. A rank's step is one poll of
 * its progress engine; what becomes due while it works is seen by its next poll.
 *
 * <p>Copying costs time where a link's own buffers are the source or the target; what is sent from
 * other memory, or received there, is not copied.
 *
 * <p>A request is copied when it is posted, and executed by the adapter below when it has arrived:
 * until then nobody sees a byte of it in memory. A message that finds no receive request is refused
 * and sent again when the receiver's timer has run down, with all that follow it on its queue pair.
 * XRC exists. Contention where several senders meet at one port is not modelled.
 */
package org.strata.testkit.timed;
