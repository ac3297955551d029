package org.strata.btl.tcp;

import org.strata.mca.btl.FreeList;
import org.strata.opal.pool.BoundedPool;

/** Descriptors of one size. Their number bounds the memory that queued messages take. */
final class TcpDescriptorPool extends BoundedPool<TcpDescriptor> {
    final int room;

    /**
     * @param room bytes of upper header and copied payload in one descriptor
     */
    TcpDescriptorPool(int room, FreeList sizes) {
        super(sizes.num(), sizes.inc(), sizes.max());
        this.room = room;
    }

    @Override
    protected int make(int wanted) {
        for (int i = 0; i < wanted; i++) {
            release(new TcpDescriptor(this, room));
        }
        return wanted;
    }
}
