package org.strata.btl.openib;

import java.util.ArrayList;
import java.util.List;

/**
 * Send descriptors of one size in registered memory, made in steps up to a bound: what bounds the
 * memory that queued messages take, and so the source of back-pressure.
 */
final class DescriptorPool {
    final int room;

    private final Adapter adapter;
    private final OpenibConfig.FreeList sizes;
    private final List<Adapter.Slab> slabs = new ArrayList<>();
    private int made;
    private OpenibDescriptor free;

    /**
     * @param room bytes of a message, the packet header not counted
     */
    DescriptorPool(Adapter adapter, int room, OpenibConfig.FreeList sizes) {
        this.adapter = adapter;
        this.room = room;
        this.sizes = sizes;
    }

    /** Returns a descriptor, or null when all are taken and no more can be made. */
    OpenibDescriptor take() {
        if (free == null && !grow()) {
            return null;
        }
        OpenibDescriptor descriptor = free;
        free = descriptor.next;
        descriptor.next = null;
        return descriptor;
    }

    void give(OpenibDescriptor descriptor) {
        descriptor.next = free;
        free = descriptor;
    }

    /** Makes as many as keep messages moving; false when memory cannot be registered. */
    boolean secure(int count) {
        return made >= count || make(count - made);
    }

    /** Makes as many as configured, or fewer when memory cannot be registered. */
    private boolean grow() {
        int count = Math.max(1, made < sizes.num() ? sizes.num() - made : sizes.inc());
        if (sizes.max() >= 0) {
            count = Math.min(count, Math.max(1, sizes.max()) - made);
        }
        while (count > 0 && !make(count)) {
            count /= 2;
        }
        return count > 0;
    }

    private boolean make(int count) {
        Adapter.Slab slab = adapter.slab((long) count * stride());
        if (slab != null) {
            add(slab, count);
        }
        return slab != null;
    }

    private int stride() {
        return (PacketHeader.BYTES + room + 63) & -64;
    }

    private void add(Adapter.Slab slab, int count) {
        slabs.add(slab);
        int lkey = slab.registration().region.lkey();
        for (int i = count - 1; i >= 0; i--) {
            long frame = slab.area().address() + (long) i * stride();
            give(new OpenibDescriptor(this, frame, lkey));
        }
        made += count;
    }

    /** Returns the descriptors made so far. */
    int made() {
        return made;
    }

    void close() {
        slabs.forEach(adapter::free);
        slabs.clear();
        free = null;
    }
}
