package org.strata.pml.tupleq;

import org.strata.mca.btl.QueueBtl;

/**
 * A tuple at its sender: the queue's number, and its messages in their order. Numbers of messages
 * have 64 bits and never come again; their low 31 go with the message, see {@link QueueBtl}.
 */
final class OutTuple {
    final OutgoingPair out;
    final int tag;

    /** Number of the receiver's queue, or 0. */
    int number;

    /** Whether the receiver was asked for that number. */
    boolean asked;

    /** Number of the last message that the link has accepted. */
    long sent;

    /** How many messages the link has accepted and not completed. */
    int unfinished;

    /** The lane that carries them, or -1. */
    int lane = -1;

    /** Messages that the link has not accepted. */
    TupleSend first;

    TupleSend last;
    int waiting;

    /** Receives up to this number are posted, by the receiver's WANTED. */
    long wanted;

    /** PARKED has been sent for messages up to this number. */
    long parkedUpTo;

    /** Whether the peer's list of parked tuples contains it. */
    boolean parked;

    /** Whether it waits for resources. */
    boolean stalled;

    /** Number of the last message that has landed, by the receiver's PLAIN, and its note. */
    long received;

    int note;

    /** Place in the order of the calls of the newest message that has landed. */
    long landedOrder;

    /**
     * @param before number before the first message's
     */
    OutTuple(OutgoingPair out, int tag, long before) {
        this.out = out;
        this.tag = tag;
        sent = before;
        wanted = before;
        parkedUpTo = before;
        received = before;
    }

    /** Returns what goes with a message of its number: the low 31 bits. */
    static int immediate(long number) {
        return (int) number & QueueBtl.NUMBER_MASK;
    }

    void append(TupleSend send) {
        send.next = null;
        if (first == null) {
            first = send;
        } else {
            last.next = send;
        }
        last = send;
        waiting++;
    }

    TupleSend poll() {
        TupleSend send = first;
        first = send.next;
        send.next = null;
        waiting--;
        return send;
    }
}
