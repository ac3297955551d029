package org.strata.btl.uds;

import org.strata.opal.memory.Memory;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/** Bytes of a stream that are not yet consumed, in native memory. Tier 1. */
final class StreamBuffer {
    final ByteBuffer bytes;
    private final long address;
    private int start;
    private int end;

    StreamBuffer(int capacity) {
        bytes = ByteBuffer.allocateDirect(capacity);
        address = MemorySegment.ofBuffer(bytes).address();
    }

    boolean isEmpty() {
        return start == end;
    }

    /** Returns how many bytes there are. */
    int size() {
        return end - start;
    }

    /** Returns the address of the first byte. */
    long first() {
        return address + start;
    }

    /** Appends so many bytes: returns where to write them, or 0 when there is no room. */
    long append(int length) {
        if (end + length > bytes.capacity()) {
            compact();
        }
        if (end + length > bytes.capacity()) {
            return 0;
        }
        long at = address + end;
        end += length;
        return at;
    }

    private void compact() {
        Memory.copy(address + start, address, size());
        end -= start;
        start = 0;
    }

    void consume(int length) {
        start += length;
        if (start == end) {
            start = 0;
            end = 0;
        }
    }

    /** Returns the buffer with what there is between position and limit, for a write. */
    ByteBuffer toWrite() {
        return bytes.limit(end).position(start);
    }

    /** Returns the buffer with all room between position and limit, for a read. */
    ByteBuffer toRead() {
        if (start > 0) {
            compact();
        }
        return bytes.limit(bytes.capacity()).position(end);
    }

    void added(int length) {
        end += length;
    }

    void clear() {
        start = 0;
        end = 0;
    }
}
