package org.strata.btl.openib;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Receive buffers of one size in registered memory, by number. */
final class ReceiveBuffers {
    /** No buffer. */
    static final int NONE = -1;

    final int room;

    private final Adapter adapter;
    private final List<Adapter.Slab> slabs = new ArrayList<>();
    private long[] addresses = {};
    private int[] keys = {};
    private int[] free = {};
    private int freeCount;
    private int made;

    /**
     * @param room bytes of a buffer, packet header included
     */
    ReceiveBuffers(Adapter adapter, int room) {
        this.adapter = adapter;
        this.room = room;
    }

    /** Sees to it that so many are free, if memory can be registered; returns how many are. */
    int provide(int count) {
        int missing = count - freeCount;
        while (missing > 0) {
            Adapter.Slab slab = adapter.slab((long) missing * stride());
            if (slab != null) {
                add(slab, missing);
                break;
            }
            missing /= 2;
        }
        return freeCount;
    }

    private int stride() {
        return (room + 63) & -64;
    }

    private void add(Adapter.Slab slab, int count) {
        slabs.add(slab);
        addresses = Arrays.copyOf(addresses, made + count);
        keys = Arrays.copyOf(keys, made + count);
        free = Arrays.copyOf(free, made + count);
        for (int i = 0; i < count; i++) {
            addresses[made] = slab.area().address() + (long) i * stride();
            keys[made] = slab.registration().region.lkey();
            give(made++);
        }
    }

    /** Returns a free buffer's number, or NONE. */
    int take() {
        return freeCount == 0 ? NONE : free[--freeCount];
    }

    void give(int buffer) {
        free[freeCount++] = buffer;
    }

    long address(int buffer) {
        return addresses[buffer];
    }

    int lkey(int buffer) {
        return keys[buffer];
    }

    /** Returns the buffers made so far. */
    int made() {
        return made;
    }

    void close() {
        slabs.forEach(adapter::free);
        slabs.clear();
    }
}
