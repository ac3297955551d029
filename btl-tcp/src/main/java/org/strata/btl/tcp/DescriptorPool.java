package org.strata.btl.tcp;

/**
 * Descriptors of one size, made in steps up to a bound: what bounds the memory that queued messages
 * take, and so the source of back-pressure.
 */
final class DescriptorPool {
    final int room;

    private final TcpConfig.FreeList sizes;
    private int made;
    private TcpDescriptor free;

    /**
     * @param room bytes of upper header and copied payload in one descriptor
     */
    DescriptorPool(int room, TcpConfig.FreeList sizes) {
        this.room = room;
        this.sizes = sizes;
    }

    /** Returns a descriptor, or null when all are taken. */
    TcpDescriptor take() {
        if (free == null && !grow(made == 0 ? sizes.num() : sizes.inc())) {
            return null;
        }
        TcpDescriptor descriptor = free;
        free = descriptor.next;
        descriptor.next = null;
        return descriptor;
    }

    private boolean grow(int wanted) {
        int count = Math.max(1, wanted);
        if (sizes.max() >= 0) {
            count = Math.min(count, sizes.max() - made);
        }
        for (int i = 0; i < count; i++) {
            give(new TcpDescriptor(this, room));
        }
        made += Math.max(0, count);
        return count > 0;
    }

    void give(TcpDescriptor descriptor) {
        descriptor.next = free;
        free = descriptor;
    }
}
