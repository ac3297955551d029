package org.strata.btl.tcp;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * Native memory that the stack uses by its address, and channels as a ByteBuffer. It is a plain
 * direct buffer, since channels do extra work for buffers of an arena.
 */
final class NativeBuffer {
    private static final int LINE = 64;

    /** Offset of the first frame: the bytes behind its header start at a cache line. */
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
