package org.strata.btl.openib.fast;

import org.strata.opal.memory.Memory;

/** See {@link VariableTopSend}. */
final class VariableTopReceive extends ReceiveRing {
    private final int block;

    VariableTopReceive(RingShape shape, long base) {
        super(shape, base);
        this.block = shape.block();
    }

    @Override
    public long poll() {
        long head = base + position;
        // Pairs with the write of VariableTopSend.compose, whose last word is the tail: guards the
        // packet.
        long word = Memory.getLongAcquire(head);
        if (!ArrivalWord.hasFlag(word)) {
            // Its last byte is missing, and so may be others.
            return 0;
        }
        int bytes = ArrivalWord.bytes(word);
        if (bytes == 0) {
            Memory.putLongRelease(head, 0);
            owe((block - position) / ArrivalWord.BYTES);
            position = 0;
            wrap();
            return poll();
        }
        int used = ArrivalWord.padded(bytes) + 2 * ArrivalWord.BYTES;
        if (!legal(bytes) || position + used + 2 * ArrivalWord.BYTES > block) {
            return 0;
        }
        if (Memory.getLongAcquire(head + used + ArrivalWord.BYTES) != word) {
            return 0;
        }
        length = bytes;
        return head + 2 * ArrivalWord.BYTES;
    }

    @Override
    public void release() {
        // Pairs with OutgoingRing.takeGrants, by the grant that follows: the packet has been read.
        Memory.putLongRelease(base + position, 0);
        int used = ArrivalWord.padded(length) + 2 * ArrivalWord.BYTES;
        owe(used / ArrivalWord.BYTES);
        position += used;
    }
}
