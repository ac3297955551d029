package org.strata.btl.openib.fast;

import org.strata.opal.memory.Memory;

/**
 * Veloblock. The position is the end of the next packet's space: arrival word in its last 8 bytes,
 * the packet below it. A write begins with a zero word below the packet, where the next arrival
 * word will stand. Where less than two words are left below, the packet uses these up too, has no
 * zero word, and the next one ends at the block's end again.
 */
final class VariableBottomSend extends SendRing {
    private static final int LEAST_REST = 2 * ArrivalWord.BYTES;

    private final int block;
    private final long marker;

    VariableBottomSend(RingShape shape, long marker) {
        super(shape, ArrivalWord.BYTES);
        this.block = shape.block();
        this.marker = marker;
        this.position = block;
    }

    @Override
    public int room(int bytes) {
        int rest = position - ArrivalWord.padded(bytes) - ArrivalWord.BYTES;
        if (rest < 0) {
            return free >= position ? MARKER : NONE;
        }
        // The zero word must not lie on an arrival word that has not been read.
        int needed = rest < LEAST_REST ? position : position - rest + ArrivalWord.BYTES;
        return free >= needed ? PACKET : NONE;
    }

    @Override
    public void compose(long packet, int bytes) {
        int padded = ArrivalWord.padded(bytes);
        int rest = position - padded - ArrivalWord.BYTES;
        Memory.putLong(packet + padded, ArrivalWord.of(bytes, ArrivalWord.FLAG));
        if (rest < LEAST_REST) {
            write(packet, rest, position - rest, position, block);
            return;
        }
        Memory.putLong(packet - ArrivalWord.BYTES, 0);
        write(
                packet - ArrivalWord.BYTES,
                rest - ArrivalWord.BYTES,
                position - rest + ArrivalWord.BYTES,
                position - rest,
                rest);
    }

    @Override
    public void composeMarker() {
        write(marker, position - ArrivalWord.BYTES, ArrivalWord.BYTES, position, block);
    }
}
