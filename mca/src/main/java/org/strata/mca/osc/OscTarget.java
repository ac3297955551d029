package org.strata.mca.osc;

import org.strata.opal.datatype.DataLayout;

/**
 * The elements of a member's window that an operation accesses.
 *
 * @param rank the member
 * @param displacement of element 0's origin, in the member's units
 * @param count elements, 0 or more
 * @param layout shape of an element
 */
public record OscTarget(int rank, long displacement, long count, DataLayout layout) {
    /** Returns the bytes of data. */
    public long size() {
        return count * layout.size();
    }
}
