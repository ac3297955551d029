package org.strata.pml.tupleq;

/** A tuple at its sender: the queue's number, and its messages in their order. */
final class OutTuple {
    final TuplePair pair;
    final int tag;

    /** Number of the receiver's queue, or 0. */
    int number;

    boolean asked;

    /** Messages that the link has accepted so far. */
    int sent;

    /** Of these, those that it has not completed. */
    int unfinished;

    /** The lane that carries them, or -1. */
    int lane = -1;

    /** Messages that the link has not accepted. */
    TupleSend first;

    TupleSend last;
    int waiting;

    /** Receives up to this number are posted, as the receiver has said. */
    int wanted;

    /** The receiver knows that messages up to this number are parked. */
    int parkedUpTo;

    /** Whether the peer's list of parked tuples contains it. */
    boolean parked;

    /** Whether it waits for resources. */
    boolean stalled;

    /** How many messages have landed, as the receiver said with PLAIN. */
    int received;

    OutTuple(TuplePair pair, int tag) {
        this.pair = pair;
        this.tag = tag;
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
