package org.strata.osc.base;

import org.strata.opal.datatype.DataLayout;

/**
 * The memory of a window that was made with it.
 *
 * @param address of its first byte
 * @param bytes its length
 * @param unit bytes of a displacement of 1
 */
public record FixedMemory(long address, long bytes, int unit) implements WindowMemory {
    @Override
    public long resolve(long displacement, long count, DataLayout layout) {
        long place = displacement * unit;
        boolean representable = Math.abs((double) displacement * unit) < 0x1p61;
        return representable && WindowMemory.inside(place, bytes, count, layout)
                ? address + place
                : OUTSIDE;
    }
}
