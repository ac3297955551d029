package org.strata.btl.openib;

import org.strata.opal.memory.Memory;

/**
 * The messages of one peer, put in order: those of one queue pair come in order, those of two may
 * overtake each other. What comes early is copied and kept, so that its receive serves again; its
 * credit is returned when it is delivered.
 */
final class InOrder {
    private final OpenibBtl btl;
    private final OpenibEndpoint endpoint;
    private int expected;
    private HeldMessage held;

    InOrder(OpenibBtl btl, OpenibEndpoint endpoint) {
        this.btl = btl;
        this.endpoint = endpoint;
    }

    /** Expects this number next; tests begin close to where the numbers wrap. */
    void expect(int first) {
        expected = first;
    }

    /** Returns the number of the next message. */
    int expected() {
        return expected;
    }

    /**
     * Takes a packet; the memory is the caller's again on return.
     *
     * @param channel over which it came; while the packet is kept no credit is returned there, so
     *     that credits bound what is kept. Null for one that used no credit
     * @return whether the packet came early and is kept
     */
    boolean accept(Channel channel, long packet, int length) {
        int ahead = PacketHeader.sequence(packet) - expected;
        if (ahead > 0) {
            return hold(channel, packet, length);
        }
        if (ahead < 0) {
            btl.counters.duplicates++;
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
            btl.dispatch(endpoint, PacketHeader.tag(packet), packet + PacketHeader.BYTES, bytes);
        } else {
            deliverParts(packet + PacketHeader.BYTES, bytes);
        }
    }

    private void deliverParts(long at, int bytes) {
        long end = at + bytes;
        while (at < end) {
            int length = PacketHeader.partLength(at);
            btl.dispatch(endpoint, PacketHeader.partTag(at), at + PacketHeader.PART, length);
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
            btl.counters.duplicates++;
            return false;
        }
        HeldMessage kept = btl.takeHeld(length);
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

    private void deliverHeld() {
        while (held != null && held.sequence == expected) {
            HeldMessage next = held;
            held = next.next;
            deliver(next.address, next.length);
            if (next.channel != null) {
                next.channel.deliverKept();
            }
            btl.giveHeld(next);
        }
    }

    /** Forgets what was kept. */
    void close() {
        while (held != null) {
            HeldMessage next = held;
            held = next.next;
            btl.giveHeld(next);
        }
    }
}
