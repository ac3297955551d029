package org.strata.btl.openib.fast;

import org.strata.opal.memory.Memory;

/**
 * A block filled upwards, mirrored as {@link FixedTopSend}: head word, a word kept, packet, zero
 * word, tail word. The next packet's head word stands at the zero word; the word that it keeps is
 * the tail word before, written again as it was: the receiver may not have compared it yet.
 */
final class VariableTopSend extends SendRing {
    private final long mirror;
    private final int block;

    VariableTopSend(RingShape shape, long mirror) {
        super(shape, ArrivalWord.BYTES);
        this.mirror = mirror;
        this.block = shape.block();
    }

    @Override
    public int room(int bytes) {
        int needed = ArrivalWord.padded(bytes) + 4 * ArrivalWord.BYTES;
        if (position + needed > block) {
            return free >= block - position ? MARKER : NONE;
        }
        return free >= needed ? PACKET : NONE;
    }

    @Override
    public void compose(long packet, int bytes) {
        int used = ArrivalWord.padded(bytes) + 2 * ArrivalWord.BYTES;
        long head = mirror + position;
        long zero = head + used;
        long tail = zero + ArrivalWord.BYTES;
        long word = ArrivalWord.unlike(Memory.getLong(tail), bytes);
        Memory.putLong(head, word);
        Memory.copy(packet, head + 2 * ArrivalWord.BYTES, bytes);
        Memory.putLong(zero, 0);
        Memory.putLong(tail, word);
        write(head, position, used + 2 * ArrivalWord.BYTES, used, position + used);
    }

    @Override
    public void composeMarker() {
        long head = mirror + position;
        writeMarker(head);
        write(head, position, ArrivalWord.BYTES, block - position, 0);
    }
}
