package org.strata.btl.tcp;

/**
 * Equal buffers, made on demand up to a bound. Endpoints hold one only while it has bytes in it, so
 * that a thousand idle connections cost no buffers.
 */
final class BufferPool {
    private final int room;
    private final int max;
    private int made;
    private NativeBuffer free;

    /**
     * @param room usable bytes of a buffer
     * @param max how many there may be at once; below 0 for any number
     */
    BufferPool(int room, int max) {
        this.room = room;
        this.max = max;
    }

    /** Returns a buffer, or null when all are taken. */
    NativeBuffer take() {
        NativeBuffer buffer = free;
        if (buffer != null) {
            free = buffer.next;
            buffer.next = null;
            return buffer;
        }
        if (max >= 0 && made >= max) {
            return null;
        }
        made++;
        return new NativeBuffer(room);
    }

    void give(NativeBuffer buffer) {
        buffer.next = free;
        free = buffer;
    }
}
