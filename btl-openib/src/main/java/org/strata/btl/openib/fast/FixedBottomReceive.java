package org.strata.btl.openib.fast;

import org.strata.opal.memory.Memory;

/** See {@link FixedBottomSend}. */
final class FixedBottomReceive extends ReceiveRing {
    private final int slots;
    private final int slotBytes;
    private long arrival;

    FixedBottomReceive(RingShape shape, long base) {
        super(shape, base);
        this.slots = shape.slots();
        this.slotBytes = shape.limit();
        this.arrival = base + slotBytes - ArrivalWord.BYTES;
    }

    @Override
    public long poll() {
        // Pairs with the write of FixedBottomSend.compose, whose last word this is: guards the
        // packet.
        long word = Memory.getLongAcquire(arrival);
        int bytes = ArrivalWord.bytes(word);
        if (!ArrivalWord.hasFlag(word) || !legal(bytes)) {
            return 0;
        }
        length = bytes;
        return arrival - ArrivalWord.padded(bytes);
    }

    @Override
    public void release() {
        // Pairs with OutgoingRing.takeGrants, by the grant that follows: the packet has been read.
        Memory.putLongRelease(arrival, 0);
        owe(1);
        if (++position == slots) {
            position = 0;
            wrap();
        }
        arrival = base + (long) (position + 1) * slotBytes - ArrivalWord.BYTES;
    }
}
