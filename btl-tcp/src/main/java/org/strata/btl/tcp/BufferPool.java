package org.strata.btl.tcp;

import org.strata.opal.pool.BoundedPool;

/**
 * Equal buffers, made one by one. An endpoint has one only while it has bytes in it, so that a
 * thousand idle connections cost no buffers.
 */
final class BufferPool extends BoundedPool<NativeBuffer> {
    private final int room;

    /**
     * @param room usable bytes of a buffer
     * @param max how many there may be at once; below 0 for any number
     */
    BufferPool(int room, int max) {
        super(0, 1, max);
        this.room = room;
    }

    @Override
    protected int make(int wanted) {
        for (int i = 0; i < wanted; i++) {
            release(new NativeBuffer(room));
        }
        return wanted;
    }
}
