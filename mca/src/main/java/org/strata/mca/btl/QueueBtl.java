package org.strata.mca.btl;

import org.strata.mca.rcache.Registration;
import org.strata.opal.Rc;

/**
 * An RdmaBtl with receive queues: the receiver posts buffers to a queue, the sender names the queue
 * by its number, and the message lands in the oldest posted buffer whatever both processes do. The
 * capability behind PMLs that let the adapter match.
 *
 * <p><b>Queues.</b> A {@link ReceiveQueue} belongs to the process that opened it; the upper layer
 * tells its number to one peer only, so that all messages of a queue come from that peer. Queues of
 * all numbers are independent: an empty one delays no message to another one, but for those behind
 * it on the same lane.
 *
 * <p><b>Lanes.</b> A lane is one ordered stream of messages to one peer. Its messages take effect
 * in the order of {@link #sendTo}; a message whose queue is empty waits in the lane, without either
 * process's polls, until the receiver posts, and so does everything behind it. Lanes do not wait
 * for each other, nor for the messages of {@link Btl}. A lane is connected by its first message,
 * and accepts messages while it is being connected.
 *
 * <p><b>Numbers.</b> The low 31 bits of {@code immediate} number the messages of a queue: one more
 * for each message, modulo 2^31, from what {@link #open} says on. The top bit is the upper layer's.
 * A queue's messages are all on one lane while any of them is unfinished. So the number of a
 * queue's last arrival tells after a break which messages have landed: a lane has far fewer than
 * 2^30 unfinished ones, so that the difference of two of these numbers has one meaning only.
 *
 * <p><b>Exactly once.</b> A lane that breaks is repaired by the BTL: it asks the receiver for the
 * count of each queue that unfinished messages name, completes those that have landed, and sends
 * the others again in their order. The upper layer sees nothing of it but delay. A message that is
 * longer than its receive breaks the lane in most adapters: it is delivered as TRUNCATED, its send
 * completes as TRUNCATED, and what was behind it is sent again.
 *
 * <p><b>Closed queues.</b> A message to a queue that is closed, before it is sent or while it
 * waits, never lands: its send completes as RETURNED, at the latest after {@link #recall}. The
 * count of a closed queue is kept, and its number is given to no other queue, until {@link
 * ReceiveQueue#release}. Before the receiver may release it, the sender's upper layer calls {@link
 * #forget}: what the sender's BTL knows of the number would else be taken for the next queue's.
 *
 * <p><b>Lost peers.</b> When the link to a peer fails for good, sends to it complete with
 * LINK_FAILED or PEER_FAILED, which says nothing about whether they have landed, arrivals that have
 * landed are reported, a pending {@link #halt} becomes quiet, and then {@link BtlErrorHandler} is
 * called as for every link. From then on nothing of the peer lands.
 *
 * <p><b>Threads.</b> As {@link Btl}. Callbacks run in {@code progress()} only, never inside a call
 * of this interface, and may call every method but {@code progress}.
 */
public interface QueueBtl extends RdmaBtl {
    /** The bits of the immediate data that contain the message's number. */
    int NUMBER_MASK = Integer.MAX_VALUE;

    /**
     * Announces that the upper layer uses queues; called once, after {@code open} and before any
     * other method of this interface.
     *
     * @param lanes the most lanes to one peer that the upper layer will use
     * @param rnrTimer how long an adapter waits before it sends again to an empty queue, in
     *     InfiniBand's code, 0 to 31
     */
    void useQueues(int lanes, int rnrTimer);

    /** Returns the length of the longest message to a queue; 0 when this BTL has no queues. */
    long maxMessage();

    /** Returns the length up to which a message needs no registration; at least 0. */
    int maxInline();

    /**
     * Returns how many lanes there may be to a peer: 0 when it cannot be reached by queues, for
     * example because a device has no XRC; otherwise at least 2 and at most what {@link #useQueues}
     * announced. Does not connect. Of several links to one peer the upper layer uses the first, in
     * the BML's order, with a result above 0; the BTL returns 0 for links of which the two ends
     * could differ by that rule.
     */
    int lanes(BtlEndpoint endpoint);

    /**
     * Opens an empty queue.
     *
     * @param endpoint the only peer that will send to it
     * @param depth the most receives that are posted and not consumed at a time
     * @param before the first message has the number behind this one; 0 to {@link #NUMBER_MASK}
     * @param arrival called for each message that has landed
     * @return null when out of resources: the upper layer does without this queue
     */
    ReceiveQueue open(BtlEndpoint endpoint, int depth, int before, ArrivalCallback arrival);

    /**
     * Sends a message to a queue of the peer. Tier 1: no allocation.
     *
     * @param lane 0 to {@code lanes(endpoint) - 1}
     * @param queue number of the peer's queue
     * @param immediate number of the message, with the upper layer's top bit
     * @param address where the data start; unused for length 0
     * @param length at most {@link #maxMessage}
     * @param registration covers the data; may be null up to length {@link #maxInline}
     * @param callback called once if the result is OK
     * @param context passed to the callback
     * @return OK; or NO_RESOURCE: nothing has happened, try again after {@code progress()}; or the
     *     failure of a lost peer
     */
    int sendTo(
            BtlEndpoint endpoint,
            int lane,
            int queue,
            int immediate,
            long address,
            long length,
            Registration registration,
            SentCallback callback,
            Object context);

    /**
     * Returns whether all messages that a lane has accepted need this process no more: they are in
     * the adapter, which moves them whatever the process does, or are over. False while the lane is
     * being connected or repaired. Tier 1.
     *
     * @param lane one that has accepted a message
     */
    boolean departed(BtlEndpoint endpoint, int lane);

    /**
     * Takes back the messages of a lane that name closed queues and wait: each completes as
     * RETURNED if it has not landed. The BTL breaks the lane and repairs it; messages to open
     * queues are sent again. Without unfinished messages on the lane it does nothing.
     */
    void recall(BtlEndpoint endpoint, int lane);

    /**
     * Forgets what is known of a queue of the peer: the upper layer names it no more, and no send
     * to it is unfinished. Only then may the peer {@link ReceiveQueue#release} the queue, whose
     * number may come again as that of another one.
     *
     * @param queue number of the peer's queue; one that was never used is ignored
     */
    void forget(BtlEndpoint endpoint, int queue);

    /**
     * Stops all lanes that come from a peer. Messages that the adapter has accepted before may
     * still land; once nothing lands any more and every arrival has been reported, {@code quiet}
     * runs, in {@code progress()}. The peer need not act for it. Not called again for an endpoint
     * before {@link #resume}.
     *
     * @param quiet called once, also when the peer is lost meanwhile
     */
    void halt(BtlEndpoint endpoint, QuietCallback quiet);

    /** Lets the lanes of a peer that is halted and quiet run again. */
    void resume(BtlEndpoint endpoint);

    /** Called when a message has landed in a receive of a queue. */
    @FunctionalInterface
    interface ArrivalCallback {
        /**
         * The oldest receive of a queue is over. Arrivals of one queue are reported in the order in
         * which the receives were posted, which is that of the messages.
         *
         * @param queue the queue
         * @param context the receive's
         * @param immediate the sender's immediate data; 0 when rc is not OK
         * @param length the message's bytes when rc is OK
         * @param rc OK; or TRUNCATED: the message was longer than the receive, whose memory may
         *     contain any part of it
         */
        void onArrival(ReceiveQueue queue, Object context, int immediate, long length, int rc);
    }

    /** Called when a send to a queue is over. */
    @FunctionalInterface
    interface SentCallback {
        /** Result of a send to a closed queue: the message has not landed and never will. */
        int RETURNED = Rc.NOT_AVAILABLE;

        /**
         * A send is over, its memory may be reused. Sends of one lane are reported in their order.
         *
         * @param endpoint the peer
         * @param context the send's
         * @param rc OK: it has landed in a receive; TRUNCATED: it has, and was too long; {@link
         *     #RETURNED}; or LINK_FAILED or PEER_FAILED: the peer is lost, and whether the message
         *     has landed is unknown
         */
        void onSent(BtlEndpoint endpoint, Object context, int rc);
    }

    /** Called when a halted peer has become quiet. */
    @FunctionalInterface
    interface QuietCallback {
        /** Nothing of the peer lands from now until {@link QueueBtl#resume}. */
        void onQuiet(BtlEndpoint endpoint);
    }
}
