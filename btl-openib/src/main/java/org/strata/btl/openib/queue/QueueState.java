package org.strata.btl.openib.queue;

import org.strata.btl.openib.connect.QueueOffer;
import org.strata.mca.btl.QueueBtl;

/**
 * What a receiver answers about one of its queues while a lane is repaired. In messages it is a
 * {@link QueueOffer} behind that of the queue pair.
 *
 * @param queue number by which the sender knows the queue
 * @param present number of the shared receive queue that serves it now
 * @param count number of the last message that has landed, modulo 2^31
 * @param known whether the receiver has the queue, open or closed; if not, nothing has landed that
 *     the sender does not know of
 * @param open whether messages can still land
 * @param truncated whether the last of them was longer than its receive
 */
record QueueState(
        int queue, int present, int count, boolean known, boolean open, boolean truncated) {
    private static final int OPEN = 1;
    private static final int TRUNCATED = 2;
    private static final int KNOWN = 4;

    /** The answer about a queue that is released or never was. */
    static QueueState unknown(int queue) {
        return new QueueState(queue, 0, 0, false, false, false);
    }

    /** Asks for the state of a queue. */
    static QueueOffer question(int queue) {
        return new QueueOffer(0, 0, 0, 0, 0, queue, 0);
    }

    QueueOffer offer() {
        int flags = (open ? OPEN : 0) | (truncated ? TRUNCATED : 0) | (known ? KNOWN : 0);
        return new QueueOffer(present, flags, 0, count, 0, queue, 0);
    }

    static QueueState of(QueueOffer offer) {
        int flags = offer.target();
        return new QueueState(
                offer.receiveQueue(),
                offer.number(),
                offer.count(),
                (flags & KNOWN) != 0,
                (flags & OPEN) != 0,
                (flags & TRUNCATED) != 0);
    }

    /**
     * Returns whether a message has landed.
     *
     * @param number that of an unfinished message of one lane: less than 2^30 away from the count
     */
    boolean landed(int number) {
        return known && (count - number & QueueBtl.NUMBER_MASK) <= QueueBtl.NUMBER_MASK / 2;
    }

    /** Returns whether a message is the last one that has landed. */
    boolean isLast(int number) {
        return (count - number & QueueBtl.NUMBER_MASK) == 0;
    }
}
