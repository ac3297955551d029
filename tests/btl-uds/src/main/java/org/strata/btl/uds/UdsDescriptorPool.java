package org.strata.btl.uds;

import org.strata.mca.btl.FreeList;
import org.strata.opal.memory.Memory;
import org.strata.opal.pool.BoundedPool;

import java.lang.foreign.Arena;

/** Descriptors with room for the longest send. */
final class UdsDescriptorPool extends BoundedPool<UdsDescriptor> {
    private final Arena arena = Arena.ofShared();
    private final int room;

    UdsDescriptorPool(int room, FreeList sizes) {
        super(sizes.num(), sizes.inc(), sizes.max());
        this.room = room;
    }

    @Override
    protected int make(int wanted) {
        for (int i = 0; i < wanted; i++) {
            release(new UdsDescriptor(Memory.allocate(arena, room, Long.BYTES)));
        }
        return wanted;
    }

    void close() {
        arena.close();
    }
}
