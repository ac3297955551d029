package org.strata.btl.openib;

import org.strata.opal.Rc;

/**
 * What waits to be posted to one peer: messages in their order, those that were under way when a
 * connection ended first; and RDMA operations.
 */
final class SendBacklog {
    /** Copies of short messages that may wait. */
    private static final int MOST_COPIES = 64;

    private final Link link;
    private final ChannelEvents events;
    private final OpenibCounters counters;

    /** Bytes of a packet of several messages; 0 where each has its own. */
    private final int room;

    private OpenibDescriptor head;
    private OpenibDescriptor tail;

    /** RDMA operations that wait. */
    final RdmaOperationQueue operations = new RdmaOperationQueue();

    /** Copies of short messages among those that wait. */
    private int copies;

    /** Messages that ever came, and those that wait. */
    private long accepted;

    private long kept;

    /** Messages that wait, by receive queue. */
    private final int[] waiting;

    private final int[] sizes;

    SendBacklog(Link link, LinkQueues queues, OpenibCounters counters, ChannelEvents events) {
        this(link, queues.sizes(), queues.coalescingRoom(), counters, events);
    }

    /**
     * @param sizes of the receive queues, as {@link LinkQueues#sizes}
     * @param room bytes of a packet of several messages; 0 where each has its own
     * @param events told of what is over
     */
    SendBacklog(Link link, int[] sizes, int room, OpenibCounters counters, ChannelEvents events) {
        this.sizes = sizes;
        this.waiting = new int[sizes.length];
        this.link = link;
        this.events = events;
        this.counters = counters;
        this.room = room;
    }

    boolean isEmpty() {
        return head == null && operations.isEmpty();
    }

    /** Returns the first message, or null. */
    OpenibDescriptor first() {
        return head;
    }

    /** Returns the messages that wait for a receive queue. */
    int waiting(int queue) {
        return waiting[queue];
    }

    private void count(OpenibDescriptor added) {
        copies += added.internal ? 1 : 0;
        kept++;
        tell();
        added.queue = LinkQueues.queueFor(sizes, added.bytes);
        waiting[added.queue]++;
    }

    /**
     * Messages that were removed wait in this process nevertheless, for their acknowledgement; with
     * a negative number as many do no more.
     */
    void hold(int messages) {
        kept += messages;
        tell();
    }

    private void tell() {
        events.keeps(accepted, accepted - kept);
    }

    /**
     * Adds a short message, to the packet of others where it fits.
     *
     * @return where the caller writes the message before it calls anything else; 0 when there is no
     *     room
     */
    long append(int tag, int bytes) {
        int part = PacketHeader.partBytes(bytes);
        if (head != null && takesPart(tail, part, room)) {
            long target = tail.address + tail.bytes;
            tail.bytes += part;
            counters.coalesced++;
            return writePart(target, tag, bytes);
        }
        boolean alone = part > room;
        OpenibDescriptor message =
                copies >= MOST_COPIES ? null : link.acquire(alone ? bytes : room);
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
        accepted++;
        count(message);
    }

    OpenibDescriptor removeFirst() {
        OpenibDescriptor first = head;
        head = first.next;
        first.next = null;
        copies -= first.internal ? 1 : 0;
        kept--;
        tell();
        waiting[first.queue]--;
        return first;
    }

    /** Puts the message that was just removed back. */
    void putFirst(OpenibDescriptor message) {
        message.next = head;
        if (head == null) {
            tail = message;
        }
        head = message;
        count(message);
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
        count(message);
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
                events.sent(message, rc);
            } else {
                putBack(message);
            }
        } else if (work instanceof RdmaOperation operation) {
            if (rc != Rc.OK) {
                events.ended(operation, rc);
            } else if (!operation.repeatable()) {
                events.ended(operation, Rc.OUTCOME_UNKNOWN);
            } else {
                operations.putBack(operation);
            }
        }
    }

    /** Drops messages that the peer has: all with numbers before the one that it expects. */
    void dropReceived(int expected) {
        while (head != null && head.numbered && head.sequence - expected < 0) {
            events.sent(removeFirst(), Rc.OK);
        }
    }

    /** Fails all that waits. */
    void fail(int rc) {
        while (head != null) {
            events.sent(removeFirst(), rc);
        }
        while (!operations.isEmpty()) {
            events.ended(operations.remove(), rc);
        }
    }
}
