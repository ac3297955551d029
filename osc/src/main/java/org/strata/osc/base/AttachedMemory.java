package org.strata.osc.base;

import org.strata.opal.datatype.DataLayout;

import java.util.Map;
import java.util.TreeMap;

/**
 * The memory of a dynamic window. The API's displacements are ints, which hold no address: each
 * region gets displacements of its own instead, in bytes, from the lowest that are free on, at
 * multiples of {@value #ALIGNMENT}. The region that is attached first begins at displacement 0.
 * Tier 3.
 */
public final class AttachedMemory implements WindowMemory {
    private static final int ALIGNMENT = 64;

    /** By displacement. */
    private final TreeMap<Long, Region> regions = new TreeMap<>();

    private record Region(long address, long bytes, Object owner) {
        boolean overlaps(long from, long length) {
            return from < address + bytes && address < from + length;
        }
    }

    /**
     * Attaches a region.
     *
     * @param owner keeps the memory alive
     * @return its displacement; -1 when a part of it is attached already
     */
    public long attach(long address, long bytes, Object owner) {
        for (Region region : regions.values()) {
            if (region.overlaps(address, Math.max(1, bytes))) {
                return -1;
            }
        }
        long at = 0;
        for (Map.Entry<Long, Region> entry : regions.entrySet()) {
            if (entry.getKey() - at >= Math.max(1, bytes)) {
                break;
            }
            long end = entry.getKey() + Math.max(1, entry.getValue().bytes());
            at = (end + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
        }
        regions.put(at, new Region(address, bytes, owner));
        return at;
    }

    /** Detaches the region that begins at an address; returns whether there is one. */
    public boolean detach(long address) {
        return regions.values().removeIf(region -> region.address() == address);
    }

    @Override
    public long resolve(long displacement, long count, DataLayout layout) {
        if (count == 0 || layout.size() == 0) {
            return 0;
        }
        long first = displacement + layout.touchedStart(1);
        Map.Entry<Long, Region> entry = regions.floorEntry(first);
        if (entry == null) {
            return OUTSIDE;
        }
        long place = displacement - entry.getKey();
        Region region = entry.getValue();
        return WindowMemory.inside(place, region.bytes(), count, layout)
                ? region.address() + place
                : OUTSIDE;
    }
}
