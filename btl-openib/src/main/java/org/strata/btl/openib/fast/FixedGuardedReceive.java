package org.strata.btl.openib.fast;

import org.strata.opal.memory.Memory;

/** See {@link FixedGuardedSend}. A packet is decoded where it lies, once all of it is there. */
final class FixedGuardedReceive extends ReceiveRing {
    private final int slots;
    private final int slotBytes;
    private long head;

    /** Words of the packet that has been decoded and not released; 0 for none. */
    private int decoded;

    FixedGuardedReceive(RingShape shape, long base) {
        super(shape, base);
        this.slots = shape.slots();
        this.slotBytes = shape.limit();
        this.head = base;
    }

    @Override
    public long poll() {
        // Pairs with FixedGuardedSend.compose, whose words the adapter writes.
        long word = Memory.getLongAcquire(head);
        return MarkedWords.isWhole(word) ? packet(word) : 0;
    }

    private long packet(long word) {
        long first = head + Long.BYTES;
        if (decoded == 0) {
            int bytes = (int) MarkedWords.payload(word);
            if (!legal(bytes)) {
                return 0;
            }
            int words = MarkedWords.count(bytes);
            if (!MarkedWords.areWhole(first, words)) {
                return 0;
            }
            MarkedWords.decodeInPlace(first, words);
            decoded = words;
            length = bytes;
        }
        return first;
    }

    @Override
    public void release() {
        // Without marks; before OutgoingRing.takeGrants, by the grant that follows: it has been
        // read.
        Memory.zero(head + Long.BYTES, (long) decoded * Long.BYTES);
        // Pairs with FixedGuardedReceive.poll, which must not see the zeros before the head.
        Memory.putLongRelease(head, 0);
        decoded = 0;
        owe(1);
        if (++position == slots) {
            position = 0;
            wrap();
        }
        head = base + (long) position * slotBytes;
    }
}
