package org.strata.osc.base;

import org.strata.opal.datatype.DataLayout;

/** The memory of a window at one member: finds what an operation accesses, or refuses it. */
public interface WindowMemory {
    /** Result of {@link #resolve}: the operation would access other memory. */
    long OUTSIDE = Long.MIN_VALUE;

    /**
     * Returns the address of element 0's origin.
     *
     * @param displacement in the member's units, as the origin has sent it
     * @param count elements, as the origin has sent it
     * @param layout shape of an element
     * @return {@link #OUTSIDE} unless every byte of the elements lies in the window
     */
    long resolve(long displacement, long count, DataLayout layout);

    /** Returns whether elements that begin at a place of a range of bytes lie inside it. */
    static boolean inside(long place, long bytes, long count, DataLayout layout) {
        if (count < 0 || place > bytes) {
            return false;
        }
        if (place < -(1L << 61) || layout.reachOverflows(count)) {
            return false;
        }
        long start = place + layout.touchedStart(count);
        long end = place + layout.touchedEnd(count);
        return start == end || (start >= 0 && end <= bytes);
    }
}
