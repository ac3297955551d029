package org.strata.btl.tcp;

import org.strata.opal.memory.Memory;

import java.nio.ByteBuffer;

/**
 * User memory as a ByteBuffer for channels. A buffer spans much more than one send needs, so that
 * it usually serves the next one, too, whose payload is often nearby.
 */
final class MemoryView {
    private static final long SPAN = 1L << 30;

    private ByteBuffer buffer;
    private long base;

    /** Returns a buffer whose position and limit enclose the range; valid until the next call. */
    ByteBuffer of(long address, int length) {
        if (buffer == null || address < base || address + length > base + SPAN) {
            base = Math.max(0, address - SPAN / 2);
            buffer = Memory.all().asSlice(base, SPAN).asByteBuffer();
        }
        int from = (int) (address - base);
        return buffer.limit(from + length).position(from);
    }
}
