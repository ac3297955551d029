package org.strata.oob.link;

import io.netty.buffer.AbstractByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;

/**
 * Memory for frames, on the heap. Frames are few and short, and Netty's first direct buffer links
 * malloc and free of the C library by method handles: some 10 ms in which the job's first rank
 * waits for its answer.
 */
public final class HeapBuffers extends AbstractByteBufAllocator {
    public static final HeapBuffers ALLOCATOR = new HeapBuffers();

    private HeapBuffers() {
        super(false);
    }

    @Override
    protected ByteBuf newHeapBuffer(int initialCapacity, int maxCapacity) {
        return UnpooledByteBufAllocator.DEFAULT.heapBuffer(initialCapacity, maxCapacity);
    }

    @Override
    protected ByteBuf newDirectBuffer(int initialCapacity, int maxCapacity) {
        return newHeapBuffer(initialCapacity, maxCapacity);
    }

    @Override
    public boolean isDirectBufferPooled() {
        return false;
    }
}
