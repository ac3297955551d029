package org.strata.btl.openib;

import org.strata.opal.Rc;

/**
 * What waits to be posted to one peer: messages in their order, those that were under way when a
 * connection ended first; and RDMA operations.
 */
final class Outbox {
    private final OpenibBtl btl;
    private OpenibDescriptor head;
    private OpenibDescriptor tail;
    private RdmaOperation firstOperation;
    private RdmaOperation lastOperation;

    /** Copies of short messages among those that wait. */
    private int internal;

    Outbox(OpenibBtl btl) {
        this.btl = btl;
    }

    boolean isEmpty() {
        return head == null && firstOperation == null;
    }

    /** Returns the first message, or null. */
    OpenibDescriptor first() {
        return head;
    }

    /** Returns the last message, or null. */
    OpenibDescriptor last() {
        return head == null ? null : tail;
    }

    int internal() {
        return internal;
    }

    void append(OpenibDescriptor message) {
        message.next = null;
        if (head == null) {
            head = message;
        } else {
            tail.next = message;
        }
        tail = message;
        internal += message.internal ? 1 : 0;
    }

    OpenibDescriptor removeFirst() {
        OpenibDescriptor first = head;
        head = first.next;
        first.next = null;
        internal -= first.internal ? 1 : 0;
        return first;
    }

    /** Puts the message that was just removed back. */
    void putFirst(OpenibDescriptor message) {
        message.next = head;
        if (head == null) {
            tail = message;
        }
        head = message;
        internal += message.internal ? 1 : 0;
    }

    /** Puts a message that has a number back, before all with later numbers or none. */
    void putBack(OpenibDescriptor message) {
        OpenibDescriptor before = null;
        OpenibDescriptor after = head;
        while (after != null && after.numbered && after.sequence - message.sequence < 0) {
            before = after;
            after = after.next;
        }
        message.next = after;
        if (before == null) {
            head = message;
        } else {
            before.next = message;
        }
        if (after == null) {
            tail = message;
        }
        internal += message.internal ? 1 : 0;
    }

    /** Drops messages that the peer has: all with numbers before the one that it expects. */
    void dropReceived(int expected) {
        while (head != null && head.numbered && head.sequence - expected < 0) {
            btl.complete(removeFirst(), Rc.OK);
        }
    }

    RdmaOperation firstOperation() {
        return firstOperation;
    }

    void append(RdmaOperation operation) {
        operation.next = null;
        if (firstOperation == null) {
            firstOperation = operation;
        } else {
            lastOperation.next = operation;
        }
        lastOperation = operation;
    }

    RdmaOperation removeOperation() {
        RdmaOperation first = firstOperation;
        firstOperation = first.next;
        first.next = null;
        return first;
    }

    /** Fails all that waits. */
    void fail(int rc) {
        while (head != null) {
            btl.complete(removeFirst(), rc);
        }
        while (firstOperation != null) {
            btl.complete(removeOperation(), rc);
        }
    }
}
