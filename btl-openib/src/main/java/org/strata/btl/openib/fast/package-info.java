/**
 * The fast path of short messages: a sender writes packets by RDMA into a ring of the receiver,
 * which polls memory. {@link org.strata.btl.openib.fast.RingLayout} names the designs; {@link
 * org.strata.btl.openib.fast.SendRing} and {@link org.strata.btl.openib.fast.ReceiveRing} are their
 * address arithmetic, {@link org.strata.btl.openib.fast.OutgoingRing} and {@link
 * org.strata.btl.openib.fast.IncomingRing} the two halves of a peer, {@link
 * org.strata.btl.openib.fast.PollingSet} the rings that a link polls. Nothing here knows verbs.
 */
package org.strata.btl.openib.fast;
