package org.strata.btl.openib.queue;

import org.strata.btl.openib.connect.QueueOffer;
import org.strata.mca.btl.QueueBtl;

/**
 * What a receiver answers about one of its queues while a lane is repaired. In messages it is a
 * {@link QueueOffer} behind that of the queue pair.
 *
 * @param queue number by which the sender knows the queue
 * @param present number of the shared receive queue that serves it now
 * @param count messages that have landed, modulo 2^31
 * @param open whether messages can still land
 * @param truncated whether the last of them was longer than its receive
 */
record QueueState(int queue, int present, int count, boolean open, boolean truncated) {
    private static final int OPEN = 1;
    private static final int TRUNCATED = 2;

    /** Asks for the state of a queue. */
    static QueueOffer question(int queue) {
        return new QueueOffer(0, 0, 0, 0, 0, queue, 0);
    }

    QueueOffer offer() {
        int flags = (open ? OPEN : 0) | (truncated ? TRUNCATED : 0);
        return new QueueOffer(present, flags, 0, count, 0, queue, 0);
    }

    static QueueState of(QueueOffer offer) {
        int flags = offer.target();
        return new QueueState(
                offer.receiveQueue(),
                offer.number(),
                offer.count(),
                (flags & OPEN) != 0,
                (flags & TRUNCATED) != 0);
    }

    /** Returns whether a message has landed. */
    boolean landed(int number) {
        return (count - number & QueueBtl.NUMBER_MASK) <= QueueBtl.NUMBER_MASK / 2;
    }

    /** Returns whether a message is the last one that has landed. */
    boolean isLast(int number) {
        return (count - number & QueueBtl.NUMBER_MASK) == 0;
    }
}
