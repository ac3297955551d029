package org.strata.btl.openib;

import org.strata.opal.Rc;

/**
 * What waits to be posted to one peer: messages in their order, those that were under way when a
 * connection ended first; and RDMA operations.
 */
final class Outbox {
    /** Copies of short messages that may wait. */
    private static final int MOST_COPIES = 64;

    private final OpenibBtl btl;
    private OpenibDescriptor head;
    private OpenibDescriptor tail;

    /** RDMA operations that wait. */
    final RdmaOperationQueue operations = new RdmaOperationQueue();

    /** Copies of short messages among those that wait. */
    private int copies;

    Outbox(OpenibBtl btl) {
        this.btl = btl;
    }

    boolean isEmpty() {
        return head == null && operations.isEmpty();
    }

    /** Returns the first message, or null. */
    OpenibDescriptor first() {
        return head;
    }

    /**
     * Adds a short message, to the packet of others where it fits.
     *
     * @return where the caller writes the message before it calls anything else; 0 when there is no
     *     room
     */
    long append(int tag, int bytes) {
        int room = btl.coalesces() ? btl.resources().coalescingRoom() : 0;
        int part = PacketHeader.partBytes(bytes);
        if (head != null && takesPart(tail, part, room)) {
            long target = tail.address + tail.bytes;
            tail.bytes += part;
            btl.counters.coalesced++;
            return writePart(target, tag, bytes);
        }
        boolean alone = part > room;
        OpenibDescriptor message = copies >= MOST_COPIES ? null : btl.acquire(alone ? bytes : room);
        if (message == null) {
            return 0;
        }
        message.fill(tag, alone ? PacketHeader.DATA : PacketHeader.COALESCED, alone ? bytes : part);
        append(message);
        return alone ? message.address : writePart(message.address, tag, bytes);
    }

    private static boolean takesPart(OpenibDescriptor last, int part, int room) {
        return last.internal
                && !last.numbered
                && last.kind == PacketHeader.COALESCED
                && last.bytes + part <= room;
    }

    private static long writePart(long target, int tag, int bytes) {
        PacketHeader.writePart(target, tag, bytes);
        return target + PacketHeader.PART;
    }

    void append(OpenibDescriptor message) {
        message.next = null;
        if (head == null) {
            head = message;
        } else {
            tail.next = message;
        }
        tail = message;
        copies += message.internal ? 1 : 0;
    }

    OpenibDescriptor removeFirst() {
        OpenibDescriptor first = head;
        head = first.next;
        first.next = null;
        copies -= first.internal ? 1 : 0;
        return first;
    }

    /** Puts the message that was just removed back. */
    void putFirst(OpenibDescriptor message) {
        message.next = head;
        if (head == null) {
            tail = message;
        }
        head = message;
        copies += message.internal ? 1 : 0;
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
        copies += message.internal ? 1 : 0;
    }

    /**
     * Takes back what was under way when its queue pair broke.
     *
     * @param rc OK where it is to be sent again, else its result
     */
    void takeBack(Object work, int rc) {
        if (work instanceof OpenibDescriptor message) {
            if (!PacketHeader.isNumbered(message.kind)) {
                message.pool.release(message);
            } else if (rc != Rc.OK) {
                btl.complete(message, rc);
            } else {
                putBack(message);
            }
        } else if (work instanceof RdmaOperation operation) {
            if (rc != Rc.OK) {
                btl.complete(operation, rc);
            } else if (!operation.repeatable()) {
                btl.complete(operation, Rc.OUTCOME_UNKNOWN);
            } else {
                operations.putBack(operation);
            }
        }
    }

    /** Drops messages that the peer has: all with numbers before the one that it expects. */
    void dropReceived(int expected) {
        while (head != null && head.numbered && head.sequence - expected < 0) {
            btl.complete(removeFirst(), Rc.OK);
        }
    }

    /** Fails all that waits. */
    void fail(int rc) {
        while (head != null) {
            btl.complete(removeFirst(), rc);
        }
        while (!operations.isEmpty()) {
            btl.complete(operations.remove(), rc);
        }
    }
}
