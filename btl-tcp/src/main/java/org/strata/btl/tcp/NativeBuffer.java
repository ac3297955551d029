package org.strata.btl.tcp;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * Native memory that is both an address, for the stack, and a ByteBuffer, for channels. It is a
 * plain direct buffer, because channels do extra work for buffers that belong to an arena.
 */
final class NativeBuffer {
    private static final int LINE = 64;

    /** Where the first frame starts, so that what follows its header is on a cache line's start. */
    static final int START = LINE - FrameHeader.BYTES;

    final ByteBuffer bytes;
    final long address;
    final int capacity;

    /**
     * @param room bytes that fit from START on
     */
    NativeBuffer(int room) {
        bytes = ByteBuffer.allocateDirect(START + room + 2 * LINE).alignedSlice(LINE);
        address = MemorySegment.ofBuffer(bytes).address();
        capacity = START + room;
    }
}
