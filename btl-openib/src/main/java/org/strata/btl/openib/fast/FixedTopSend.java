package org.strata.btl.openib.fast;

import org.strata.opal.memory.Memory;

/**
 * Slot: head word, packet, tail word, which is the head word again. Of two flags the sender takes
 * the one with which the tail differs from what the receiver has there, as its mirror shows.
 */
final class FixedTopSend extends SendRing {
    private final long mirror;
    private final int slots;
    private final int slotBytes;

    FixedTopSend(RingShape shape, long mirror) {
        super(shape, 1);
        this.mirror = mirror;
        this.slots = shape.slots();
        this.slotBytes = shape.limit();
    }

    @Override
    public int room(int bytes) {
        return free > 0 ? PACKET : NONE;
    }

    @Override
    public void compose(long packet, int bytes) {
        int start = position * slotBytes;
        int padded = ArrivalWord.padded(bytes);
        long head = mirror + start;
        long tail = head + ArrivalWord.BYTES + padded;
        long word = ArrivalWord.unlike(Memory.getLong(tail), bytes);
        Memory.putLong(head, word);
        Memory.copy(packet, head + ArrivalWord.BYTES, bytes);
        Memory.putLong(tail, word);
        int following = position + 1 == slots ? 0 : position + 1;
        write(head, start, padded + 2 * ArrivalWord.BYTES, 1, following);
    }

    @Override
    public void composeMarker() {
        throw new IllegalStateException("slots need no marker");
    }
}
