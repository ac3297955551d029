/**
 * Receive queues that senders name by number, and the lanes that lead to them: {@link
 * org.strata.mca.btl.QueueBtl} over XRC. A queue is an XRC shared receive queue ({@code
 * TupleQueue}); a lane is an XRC initiator at the sender ({@code QueueLane}) and a target at the
 * receiver ({@code LaneTarget}), with a connection of its own. Documented in {@code
 * docs/protocol/openib.md}, "Queues by number".
 *
 * <p>All methods are called inside the rank's progress bracket. Completions are noted when they are
 * polled; callbacks run later, in {@code TupleQueues.progress}.
 */
package org.strata.btl.openib.queue;
