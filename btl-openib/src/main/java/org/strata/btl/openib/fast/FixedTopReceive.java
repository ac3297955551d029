package org.strata.btl.openib.fast;

import org.strata.opal.memory.Memory;

/** See {@link FixedTopSend}. */
final class FixedTopReceive extends ReceiveRing {
    private final int slots;
    private final int slotBytes;
    private long head;

    FixedTopReceive(RingShape shape, long base) {
        super(shape, base);
        this.slots = shape.slots();
        this.slotBytes = shape.limit();
        this.head = base;
    }

    @Override
    public long poll() {
        // Pairs with the write of FixedTopSend.compose, whose last word is the tail: guards the
        // packet.
        long word = Memory.getLongAcquire(head);
        int bytes = ArrivalWord.bytes(word);
        // Without its flag, the last byte, the rest of the word may not be there either.
        if (!ArrivalWord.hasFlag(word) || !legal(bytes)) {
            return 0;
        }
        long packet = head + ArrivalWord.BYTES;
        if (Memory.getLongAcquire(packet + ArrivalWord.padded(bytes)) != word) {
            return 0;
        }
        length = bytes;
        return packet;
    }

    @Override
    public void release() {
        // Pairs with OutgoingRing.takeGrants, by the grant that follows: the packet has been read.
        Memory.putLongRelease(head, 0);
        owe(1);
        if (++position == slots) {
            position = 0;
            wrap();
        }
        head = base + (long) position * slotBytes;
    }
}
