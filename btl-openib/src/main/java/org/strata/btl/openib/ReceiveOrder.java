package org.strata.btl.openib;

import org.strata.opal.memory.Memory;

/**
 * The messages of one peer, put in order: those of one queue pair come in order, those of two may
 * overtake each other. What comes early is copied and kept, so that its receive serves again; its
 * credit is returned when it is delivered.
 */
final class ReceiveOrder {
    private final Delivery delivery;
    private final HeldMessages pool;
    private final OpenibCounters counters;
    private int expected;
    private HeldMessage held;

    /** Takes the messages in their order. */
    interface Delivery {
        /** The memory is the caller's again on return. */
        void deliver(int tag, long address, int length);
    }

    ReceiveOrder(Delivery delivery, HeldMessages pool, OpenibCounters counters) {
        this.delivery = delivery;
        this.pool = pool;
        this.counters = counters;
    }

    /** Expects this number next; tests begin close to where the numbers wrap. */
    void expect(int first) {
        expected = first;
    }

    /** Returns the number of the next message that has not been delivered. */
    int expected() {
        return expected;
    }

    /** Returns the number of the next message that has not come: what is kept has. */
    int missing() {
        int next = expected;
        for (HeldMessage kept = held; kept != null && kept.sequence == next; kept = kept.next) {
            next++;
        }
        return next;
    }

    /** Returns whether a packet that has been kept may be delivered. */
    boolean isDue() {
        return held != null && held.sequence == expected;
    }

    /** Returns whether a packet is the next message, and nothing is kept that may be due, too. */
    boolean isNext(long packet) {
        return held == null && PacketHeader.sequence(packet) == expected;
    }

    /** The next message has been received. */
    void advance() {
        expected++;
    }

    /** Keeps a packet of a ring, whether it is early or not; the next progress delivers it. */
    void keep(long packet, int length) {
        if (PacketHeader.sequence(packet) - expected >= 0) {
            hold(null, packet, length);
        } else {
            counters.duplicates++;
        }
    }

    /**
     * Accepts a packet; the memory is the caller's again on return.
     *
     * @param channel over which it came; while the packet is kept no credit is returned there, so
     *     that credits bound what is kept. Null for a packet of a ring, which used no receive
     * @return whether the packet came early and is kept
     */
    boolean accept(Channel channel, long packet, int length) {
        if (isDue()) {
            deliverHeld();
        }
        int ahead = PacketHeader.sequence(packet) - expected;
        if (ahead > 0) {
            return hold(channel, packet, length);
        }
        if (ahead < 0) {
            counters.duplicates++;
            return false;
        }
        deliver(packet, length);
        if (held != null) {
            deliverHeld();
        }
        return false;
    }

    private void deliver(long packet, int length) {
        expected++;
        int bytes = length - PacketHeader.BYTES;
        if (PacketHeader.kind(packet) == PacketHeader.DATA) {
            delivery.deliver(PacketHeader.tag(packet), packet + PacketHeader.BYTES, bytes);
        } else {
            deliverParts(packet + PacketHeader.BYTES, bytes);
        }
    }

    private void deliverParts(long at, int bytes) {
        long end = at + bytes;
        while (at < end) {
            int length = PacketHeader.partLength(at);
            delivery.deliver(PacketHeader.partTag(at), at + PacketHeader.PART, length);
            at += PacketHeader.partBytes(length);
        }
    }

    /** Keeps a packet; false when it is kept already. */
    private boolean hold(Channel channel, long packet, int length) {
        int sequence = PacketHeader.sequence(packet);
        HeldMessage before = null;
        HeldMessage after = held;
        while (after != null && after.sequence - sequence < 0) {
            before = after;
            after = after.next;
        }
        if (after != null && after.sequence == sequence) {
            counters.duplicates++;
            return false;
        }
        HeldMessage kept = pool.acquire(length);
        kept.channel = channel;
        Memory.copy(packet, kept.address, length);
        kept.length = length;
        kept.sequence = sequence;
        kept.next = after;
        if (before == null) {
            held = kept;
        } else {
            before.next = kept;
        }
        return true;
    }

    /** Delivers what was kept and is due; returns how many packets. */
    int deliverHeld() {
        int count = 0;
        while (isDue()) {
            HeldMessage next = held;
            held = next.next;
            deliver(next.address, next.length);
            if (next.channel != null) {
                next.channel.deliverKept();
            }
            pool.release(next);
            count++;
        }
        return count;
    }

    /** Forgets what was kept. */
    void close() {
        while (held != null) {
            HeldMessage next = held;
            held = next.next;
            pool.release(next);
        }
    }
}
