package org.strata.pml.tupleq;

import org.strata.mca.btl.ReceiveQueue;

import java.util.ArrayDeque;

/**
 * A tuple at its receiver: a queue, and its receives in their order. The n-th receive and the n-th
 * message have the same number, of 64 bits.
 */
final class InTuple {
    final IncomingPair in;
    final int tag;
    final ReceiveQueue queue;

    /** Number of the last receive that is posted to the queue, and of the last arrival. */
    long posted;

    long arrived;

    /** The oldest receive that has no message, the newest, and the oldest that is not posted. */
    TupleReceive first;

    TupleReceive last;
    TupleReceive unposted;

    /** What the wildcards of its tag share, once there is one; or null. */
    TupleComm.Wild wild;

    /** The block that is posted behind its receives, or has a message that none wanted; or null. */
    TupleReceive notice;

    /** Receives behind the notice, in their order. */
    final ArrayDeque<TupleReceive> behind = new ArrayDeque<>(0);

    /** The sender wants to know when receives up to this number are posted; see PARKED. */
    long reportUpTo;

    /** Number of the last receive that the sender knows to be posted; see WANTED. */
    long reported;

    /** Whether it waits for resources. */
    boolean stalled;

    /** Failed attempts to post in a row. */
    int failures;

    /**
     * @param before number before the first message's
     */
    InTuple(IncomingPair in, int tag, ReceiveQueue queue, long before) {
        this.in = in;
        this.tag = tag;
        this.queue = queue;
        posted = before;
        arrived = before;
        reportUpTo = before;
        reported = before;
    }

    void append(TupleReceive receive) {
        receive.next = null;
        if (first == null) {
            first = receive;
        } else {
            last.next = receive;
        }
        last = receive;
        if (unposted == null) {
            unposted = receive;
        }
    }

    TupleReceive poll() {
        TupleReceive receive = first;
        first = receive.next;
        receive.next = null;
        return receive;
    }

    /** Removes a receive that is not posted; returns false when it is. */
    boolean removeUnposted(TupleReceive wanted) {
        TupleReceive before = null;
        boolean found = false;
        for (TupleReceive each = first; each != null && !found; each = each.next) {
            found = each == unposted;
            if (!found) {
                before = each;
            }
        }
        for (TupleReceive each = unposted; each != null; before = each, each = each.next) {
            if (each == wanted) {
                unlink(before, wanted);
                return true;
            }
        }
        return false;
    }

    private void unlink(TupleReceive before, TupleReceive gone) {
        if (before == null) {
            first = gone.next;
        } else {
            before.next = gone.next;
        }
        if (last == gone) {
            last = before;
        }
        if (unposted == gone) {
            unposted = gone.next;
        }
        gone.next = null;
    }
}
