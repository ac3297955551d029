package org.strata.btl.openib;

import org.strata.btl.openib.fast.SendRing;
import org.strata.mca.btl.FreeList;
import org.strata.opal.pool.BoundedPool;

import java.util.ArrayList;
import java.util.List;

/**
 * Send descriptors of one size in registered memory. Their number bounds the memory that queued
 * messages take.
 */
final class OpenibDescriptorPool extends BoundedPool<OpenibDescriptor> {
    /** Where the packet begins: behind a margin. */
    private static final int FRAME = 16;

    final int room;

    private final Adapter adapter;
    private final List<Adapter.Slab> slabs = new ArrayList<>();

    /** All that is wanted is made, or nothing. */
    private boolean exact;

    /**
     * @param room bytes of a message, the packet header not counted
     */
    OpenibDescriptorPool(Adapter adapter, int room, FreeList sizes) {
        super(sizes.num(), sizes.inc(), sizes.max());
        this.adapter = adapter;
        this.room = room;
    }

    /** Makes as many as keep messages moving; false when memory cannot be registered. */
    boolean secure(int count) {
        exact = true;
        grow(count - made());
        exact = false;
        return made() >= count;
    }

    /** Makes fewer than wanted when memory cannot be registered. */
    @Override
    protected int make(int wanted) {
        int count = wanted;
        while (count > 0 && !makeAll(count)) {
            count = exact ? 0 : count / 2;
        }
        return count;
    }

    private boolean makeAll(int count) {
        Adapter.Slab slab = adapter.slab((long) count * stride());
        if (slab == null) {
            return false;
        }
        slabs.add(slab);
        int lkey = slab.registration().region.lkey();
        for (int i = count - 1; i >= 0; i--) {
            long frame = slab.area().address() + (long) i * stride() + FRAME;
            release(new OpenibDescriptor(this, frame, lkey));
        }
        return true;
    }

    /** Around the packet there is room for the words that a ring needs. */
    private int stride() {
        int packet = (PacketHeader.BYTES + room + 7) & -8;
        return (FRAME + packet + SendRing.MARGIN + 63) & -64;
    }

    void close() {
        slabs.forEach(adapter::free);
        slabs.clear();
    }
}
