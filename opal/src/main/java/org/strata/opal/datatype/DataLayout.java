package org.strata.opal.datatype;

import org.strata.opal.memory.Memory;

/**
 * The type map of one datatype element (MPI 3.1 §4.1): which bytes, relative to an origin, make it
 * up and in which order they are packed. Immutable and stateless: any byte position of the packed
 * stream can be packed or unpacked directly, so a transfer may stop and resume anywhere.
 *
 * <p>All figures are bytes. Element {@code i} of a buffer has its origin at {@code i * extent()}
 * from the buffer's origin. Bytes that the map does not name (gaps) are never read or written.
 */
public abstract class DataLayout {
    private final long size;
    private final long lowerBound;
    private final long extent;
    private final long trueLowerBound;
    private final long trueExtent;
    private final int alignment;
    private final long basicElements;
    private final boolean bounded;
    private final boolean run;
    private final boolean contiguous;

    /** The size, where elements are gapless and 2^31 of them have less than 2^62 bytes; or -1. */
    private final long gaplessSize;

    /**
     * @param run whether one element's data is a single gapless run in memory order
     */
    DataLayout(LayoutBounds bounds, long size, int alignment, long basicElements, boolean run) {
        this.size = size;
        this.lowerBound = bounds.lower();
        this.extent = bounds.upper() - bounds.lower();
        this.trueLowerBound = bounds.trueLower();
        this.trueExtent = bounds.trueUpper() - bounds.trueLower();
        this.alignment = alignment;
        this.basicElements = basicElements;
        this.bounded = bounds.set();
        this.run = run;
        this.contiguous = run && size == extent && trueLowerBound == 0;
        this.gaplessSize = contiguous && size <= Integer.MAX_VALUE ? size : -1;
    }

    /**
     * The lower and upper bound of a type map, and the same of its data alone.
     *
     * @param set whether MPI_Type_create_resized has set the bounds, of the type or of a part
     */
    record LayoutBounds(long lower, long upper, long trueLower, long trueUpper, boolean set) {
        static final LayoutBounds EMPTY = new LayoutBounds(0, 0, 0, 0, false);

        /**
         * Returns the bounds that data have by themselves (MPI 3.1 §4.1, the definition of extent):
         * from their first byte, to past their last, rounded up to a multiple of the alignment.
         */
        static LayoutBounds natural(long trueLower, long trueUpper, int alignment) {
            long excess = Math.floorMod(trueUpper - trueLower, (long) alignment);
            long upper = excess == 0 ? trueUpper : trueUpper + alignment - excess;
            return new LayoutBounds(trueLower, upper, trueLower, trueUpper, false);
        }
    }

    /** Returns the bytes of data in one element (MPI_Type_size). */
    public final long size() {
        return size;
    }

    /** Returns the lower bound, in bytes from the origin (MPI_Type_get_extent). */
    public final long lowerBound() {
        return lowerBound;
    }

    /** Returns the distance between consecutive elements' origins (MPI_Type_get_extent). */
    public final long extent() {
        return extent;
    }

    /** Returns the first byte of data, relative to the origin (MPI_Type_get_true_extent). */
    public final long trueLowerBound() {
        return trueLowerBound;
    }

    /** Returns the bytes from the first to past the last byte of data. */
    public final long trueExtent() {
        return trueExtent;
    }

    /** Returns the strictest alignment among the basic types, 1 for none. */
    public final int alignment() {
        return alignment;
    }

    /** Returns the number of basic elements in one element (what MPI_Get_elements counts). */
    public final long basicElements() {
        return basicElements;
    }

    /** Returns true when consecutive elements are one gapless run of bytes from the origin on. */
    public final boolean contiguous() {
        return contiguous;
    }

    /**
     * Returns true when {@code count} elements are one gapless run (it starts at the true bound).
     */
    public final boolean contiguous(long count) {
        return contiguous || (count <= 1 && run) || size == 0;
    }

    /**
     * Returns the bytes of {@code count} elements where they are one gapless run from the origin on
     * whose length is easily computed; else a negative number, and never more than 0 for a negative
     * count. Tier 1.
     */
    public final long gaplessBytes(int count) {
        return gaplessSize < 0 ? -1 : count * gaplessSize;
    }

    /**
     * Returns whether {@code count} elements may reach further than 2^61 bytes from their origin:
     * {@link #touchedEnd} and {@link #touchedStart} must not be asked then, since they could
     * overflow.
     */
    public final boolean reachOverflows(long count) {
        // Numbers of 31 bits cannot; the others are multiplied in floating point.
        return ((count | extent | trueExtent) >>> 31) != 0 && reach(count) > 0x1p61;
    }

    private double reach(long count) {
        return (double) count * (Math.abs((double) extent) + trueExtent);
    }

    /** Returns the offset past the last byte that {@code count} elements touch; 0 for none. */
    public final long touchedEnd(long count) {
        if (count == 0 || size == 0) {
            return 0;
        }
        long last = trueLowerBound + trueExtent;
        return extent >= 0 ? last + (count - 1) * extent : last;
    }

    /** Returns the smallest offset that {@code count} elements touch; 0 for none. */
    public final long touchedStart(long count) {
        if (count == 0 || size == 0) {
            return 0;
        }
        return extent >= 0 ? trueLowerBound : trueLowerBound + (count - 1) * extent;
    }

    /**
     * Packs bytes [{@code position}, {@code position + length}) of the packed stream.
     *
     * @param base null when {@code offset} is a native address, else a primitive array
     * @param offset the buffer's origin: address, or byte offset in the array
     * @param target native address that receives {@code length} bytes
     */
    public final void pack(Object base, long offset, long position, long target, long length) {
        if (contiguous) {
            Memory.copyOut(base, offset + position, target, length);
        } else {
            moveElements(true, base, offset, position, target, length);
        }
    }

    /** Unpacks {@code length} bytes from {@code source} into the stream at {@code position}. */
    public final void unpack(long source, Object base, long offset, long position, long length) {
        if (contiguous) {
            Memory.copyIn(source, base, offset + position, length);
        } else {
            moveElements(false, base, offset, position, source, length);
        }
    }

    private void moveElements(
            boolean pack, Object base, long offset, long position, long packed, long length) {
        if (length <= 0 || size == 0) {
            return;
        }
        long element = position / size;
        long within = position - element * size;
        long left = length;
        long at = packed;
        while (left > 0) {
            long origin = offset + element * extent;
            if (run && within == 0 && left >= size) {
                long whole = left / size;
                StridedCopy.move(pack, base, origin + trueLowerBound, extent, at, size, whole);
                element += whole;
                at += whole * size;
                left -= whole * size;
            } else {
                long part = Math.min(left, size - within);
                move(pack, base, origin, within, at, part);
                at += part;
                left -= part;
                within = 0;
                element++;
            }
        }
    }

    /** Receives the places of data. */
    @FunctionalInterface
    public interface RunVisitor {
        /** Receives a gapless run of bytes, at least one. */
        void run(long place, long length);
    }

    /**
     * Visits the places of bytes [{@code position}, {@code position + length}) of the packed
     * stream, in its order, as gapless runs; two neighbours may adjoin.
     *
     * @param offset the buffer's origin
     */
    public final void runs(long offset, long position, long length, RunVisitor visitor) {
        if (length <= 0 || size == 0) {
            return;
        }
        if (contiguous) {
            visitor.run(offset + position, length);
            return;
        }
        long element = position / size;
        long within = position - element * size;
        long left = length;
        while (left > 0) {
            long part = Math.min(left, size - within);
            visit(offset + element * extent, within, part, visitor);
            left -= part;
            within = 0;
            element++;
        }
    }

    /**
     * Reverses the bytes of every number in packed data: converts between the byte orders. Numbers
     * that the range cuts keep their bytes.
     *
     * @param packed native address of the byte of the stream at {@code position}
     * @param position of a number's first byte
     */
    public final void reverseNumbers(long packed, long position, long length) {
        if (length <= 0 || size == 0) {
            return;
        }
        long within = position % size;
        long left = length;
        long at = packed;
        while (left > 0) {
            long part = Math.min(left, size - within);
            reverse(at, within, part);
            at += part;
            left -= part;
            within = 0;
        }
    }

    /**
     * Returns how many basic elements the first {@code bytes} of the stream hold, -1 if one is cut.
     */
    public final long basicElementsIn(long bytes) {
        if (size == 0) {
            return 0;
        }
        long whole = bytes / size;
        long rest = basicElementsWithin(bytes - whole * size);
        return rest < 0 ? -1 : whole * basicElements + rest;
    }

    /** Returns the bytes of the stream that {@code elements} basic elements take. */
    public final long bytesOfBasicElements(long elements) {
        if (basicElements == 0) {
            return 0;
        }
        long whole = elements / basicElements;
        return whole * size + bytesWithin(elements - whole * basicElements);
    }

    /** Returns true when one element's data is a single gapless run in memory order. */
    final boolean isRun() {
        return run;
    }

    /** Returns true when MPI_Type_create_resized has set the bounds, of this type or of a part. */
    final boolean bounded() {
        return bounded;
    }

    /** Returns the alignment that counts for padding around this layout: 1 for no data. */
    static int alignmentOf(long basicElements, int alignment) {
        return basicElements == 0 ? 1 : alignment;
    }

    /** Moves bytes [{@code position}, {@code position + length}) of one element. */
    abstract void move(
            boolean pack, Object base, long origin, long position, long packed, long length);

    /** As {@link #runs}, for bytes of one element, at least one. */
    abstract void visit(long origin, long position, long length, RunVisitor visitor);

    /** As {@link #reverseNumbers}, for bytes of one element, at least one. */
    abstract void reverse(long packed, long position, long length);

    /** As {@link #basicElementsIn}, for less than one element. */
    abstract long basicElementsWithin(long bytes);

    /** As {@link #bytesOfBasicElements}, for less than one element. */
    abstract long bytesWithin(long elements);
}
