package org.strata.mca.coll;

import org.strata.opal.datatype.DataLayout;

/**
 * A user buffer in a collective call. Short-lived; the JIT removes most of them.
 *
 * @param base null when {@code offset} is a native address, else a primitive array
 * @param offset address, or byte offset in the array, of element 0
 * @param count elements; what it counts is said by the operation
 * @param layout shape of an element
 */
public record Buf(Object base, long offset, long count, DataLayout layout) {
    /** Returns the same buffer from element {@code index} on, with another count. */
    public Buf at(long index, long elements) {
        return new Buf(base, offset + index * layout.extent(), elements, layout);
    }
}
