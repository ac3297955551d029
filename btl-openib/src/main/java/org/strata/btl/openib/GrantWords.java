package org.strata.btl.openib;

import org.strata.btl.openib.fast.GrantWord;
import org.strata.opal.memory.Memory;

import java.util.ArrayList;
import java.util.List;

/** The {@link GrantWord}s of one link: a cache line for each peer, for the life of the link. */
final class GrantWords {
    private static final int LINE = 64;
    private static final int SLAB = 4096;

    /**
     * One peer's line. The peer writes its first word; the second is the source of our own writes
     * to the peer.
     *
     * @param address of the first word
     * @param remoteKey by which the peer writes it
     * @param localKey for the source
     */
    record Line(long address, int remoteKey, int localKey) {
        /** No memory, or no such words here. */
        static final Line NONE = new Line(0, 0, 0);

        long source() {
            return address + GrantWord.BYTES;
        }
    }

    private final Adapter adapter;
    private final RingOrder order;
    private final List<Adapter.Slab> slabs = new ArrayList<>();
    private int used = SLAB;

    GrantWords(Adapter adapter, RingOrder order) {
        this.adapter = adapter;
        this.order = order;
    }

    /** Returns a zeroed line, or NONE when there is no memory, or none that is seen in order. */
    Line take() {
        if (used == SLAB) {
            Adapter.Slab made = adapter.target(SLAB);
            if (made == null) {
                return Line.NONE;
            }
            if (!order.mayGrant(made.registration().region.dataOrder())) {
                adapter.free(made);
                return Line.NONE;
            }
            Memory.zero(made.area().address(), SLAB);
            slabs.add(made);
            used = 0;
        }
        Adapter.Slab slab = slabs.getLast();
        long address = slab.area().address() + used;
        used += LINE;
        return new Line(
                address, slab.registration().region.rkey(), slab.registration().region.lkey());
    }

    void close() {
        slabs.forEach(adapter::free);
        slabs.clear();
        used = SLAB;
    }
}
