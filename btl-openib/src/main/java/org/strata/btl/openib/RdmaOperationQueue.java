package org.strata.btl.openib;

/** RDMA operations in their order, linked by {@link RdmaOperation#next}. Tier 1. */
final class RdmaOperationQueue {
    private RdmaOperation head;
    private RdmaOperation tail;

    boolean isEmpty() {
        return head == null;
    }

    /** Returns the first operation, or null. */
    RdmaOperation first() {
        return head;
    }

    /** Returns the last operation; valid while the queue is not empty. */
    RdmaOperation last() {
        return tail;
    }

    void append(RdmaOperation operation) {
        operation.next = null;
        if (head == null) {
            head = operation;
        } else {
            tail.next = operation;
        }
        tail = operation;
    }

    /** Puts an operation back that was under way, before all that began later. */
    void putBack(RdmaOperation operation) {
        RdmaOperation before = null;
        RdmaOperation after = head;
        while (after != null && after.number - operation.number < 0) {
            before = after;
            after = after.next;
        }
        operation.next = after;
        if (before == null) {
            head = operation;
        } else {
            before.next = operation;
        }
        if (after == null) {
            tail = operation;
        }
    }

    /** Removes the first operation of a queue that is not empty, and returns it. */
    RdmaOperation remove() {
        RdmaOperation first = head;
        head = first.next;
        first.next = null;
        return first;
    }
}
