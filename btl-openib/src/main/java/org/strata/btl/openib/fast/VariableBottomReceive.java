package org.strata.btl.openib.fast;

import org.strata.opal.memory.Memory;

/** See {@link VariableBottomSend}. */
final class VariableBottomReceive extends ReceiveRing {
    private static final int LEAST_REST = 2 * ArrivalWord.BYTES;

    private final int block;
    private long arrival;

    VariableBottomReceive(RingShape shape, long base) {
        super(shape, base);
        this.block = shape.block();
        goOnAt(block);
    }

    private void goOnAt(int end) {
        position = end;
        arrival = base + end - ArrivalWord.BYTES;
    }

    @Override
    public long poll() {
        // Pairs with the write of VariableBottomSend.compose, whose last word this is: guards the
        // packet.
        long word = Memory.getLongAcquire(arrival);
        return ArrivalWord.hasFlag(word) ? packet(word) : 0;
    }

    private long packet(long word) {
        int bytes = ArrivalWord.bytes(word);
        if (bytes == 0) {
            use(position);
            return poll();
        }
        int padded = ArrivalWord.padded(bytes);
        if (!legal(bytes) || position < padded + ArrivalWord.BYTES) {
            return 0;
        }
        length = bytes;
        return arrival - padded;
    }

    @Override
    public void release() {
        int used = ArrivalWord.padded(length) + ArrivalWord.BYTES;
        use(position - used < LEAST_REST ? position : used);
    }

    private void use(int bytes) {
        // Pairs with OutgoingRing.takeGrants, by the grant that follows: the packet has been read.
        if (position == block) {
            // The word at the block's end is the one that no zero word covers.
            Memory.putLongRelease(arrival, 0);
        }
        owe(bytes / ArrivalWord.BYTES);
        boolean wraps = bytes == position;
        if (wraps) {
            wrap();
        }
        goOnAt(wraps ? block : position - bytes);
    }
}
