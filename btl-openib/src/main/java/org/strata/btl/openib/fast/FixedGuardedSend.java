package org.strata.btl.openib.fast;

import org.strata.opal.memory.Memory;

/**
 * Slot: a word with the packet's length, then the packet, all in {@link MarkedWords}, which the
 * sender makes in its mirror of the ring. For adapters that promise no order of writes at all.
 */
final class FixedGuardedSend extends SendRing {
    private final long mirror;
    private final int slots;
    private final int slotBytes;

    FixedGuardedSend(RingShape shape, long mirror) {
        super(shape, 1);
        this.mirror = mirror;
        this.slots = shape.slots();
        this.slotBytes = shape.limit();
    }

    /** Returns the longest packet of a slot. */
    static int longest(int slotBytes) {
        return (slotBytes / Long.BYTES - 1) * MarkedWords.PAYLOAD;
    }

    @Override
    public int room(int bytes) {
        return free > 0 ? PACKET : NONE;
    }

    @Override
    public void compose(long packet, int bytes) {
        int start = position * slotBytes;
        long head = mirror + start;
        Memory.putLong(head, MarkedWords.of(bytes));
        MarkedWords.encode(packet, bytes, head + Long.BYTES);
        int following = position + 1 == slots ? 0 : position + 1;
        int length = (1 + MarkedWords.count(bytes)) * Long.BYTES;
        write(head, start, length, 1, following);
    }

    @Override
    public void composeMarker() {
        throw new IllegalStateException("slots need no marker");
    }
}
