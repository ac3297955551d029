package org.strata.btl.openib;

import org.strata.opal.memory.Memory;

/**
 * The messages of one peer, put in order: those of one queue pair come in order, those of two may
 * overtake each other. What comes early is copied and kept, so that its receive serves again.
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

    /** Takes a packet; the memory is the caller's again on return. */
    void accept(long packet, int length) {
        int ahead = PacketHeader.sequence(packet) - expected;
        if (ahead == 0) {
            deliver(packet, length);
            if (held != null) {
                deliverHeld();
            }
        } else if (ahead > 0) {
            hold(packet, length);
        } else {
            btl.counters.duplicates++;
        }
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

    private void hold(long packet, int length) {
        int sequence = PacketHeader.sequence(packet);
        HeldMessage before = null;
        HeldMessage after = held;
        while (after != null && after.sequence - sequence < 0) {
            before = after;
            after = after.next;
        }
        if (after != null && after.sequence == sequence) {
            btl.counters.duplicates++;
            return;
        }
        HeldMessage kept = btl.takeHeld(length);
        Memory.copy(packet, kept.address, length);
        kept.length = length;
        kept.sequence = sequence;
        kept.next = after;
        if (before == null) {
            held = kept;
        } else {
            before.next = kept;
        }
    }

    private void deliverHeld() {
        while (held != null && held.sequence == expected) {
            HeldMessage next = held;
            held = next.next;
            deliver(next.address, next.length);
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
