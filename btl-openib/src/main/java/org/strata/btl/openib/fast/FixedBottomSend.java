package org.strata.btl.openib.fast;

import org.strata.opal.memory.Memory;

/** Slot: the packet ends before the slot's last word, which is its arrival word. */
final class FixedBottomSend extends SendRing {
    private final int slots;
    private final int slotBytes;

    FixedBottomSend(RingShape shape) {
        super(shape, 1);
        this.slots = shape.slots();
        this.slotBytes = shape.limit();
    }

    @Override
    public int room(int bytes) {
        return free > 0 ? PACKET : NONE;
    }

    @Override
    public void compose(long packet, int bytes) {
        int length = ArrivalWord.padded(bytes) + ArrivalWord.BYTES;
        Memory.putLong(
                packet + length - ArrivalWord.BYTES, ArrivalWord.of(bytes, ArrivalWord.FLAG));
        int following = position + 1 == slots ? 0 : position + 1;
        write(packet, (long) (position + 1) * slotBytes - length, length, 1, following);
    }

    @Override
    public void composeMarker() {
        throw new IllegalStateException("slots need no marker");
    }
}
