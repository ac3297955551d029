package org.strata.opal.op;

import org.strata.opal.memory.Memory;

/**
 * A kernel whose inner loop runs over arrays, which the JIT vectorises; it does not vectorise loops
 * over two native addresses, nor over two arrays from different indices. It copies operands that do
 * not fit to scratch arrays first, in pieces that stay in the first-level cache. Native operands of
 * wide elements are combined where they are: the copies would cost more than vectors gain. Tier 1
 * for these and for a few elements: no allocation.
 *
 * @param <A> array type of the elements
 */
abstract class ArrayKernel<A> implements ReduceKernel {
    /** Up to so many elements are combined one by one. */
    private static final int FEW = 64;

    private static final int PIECE_BYTES = 2048;

    /** Log2 of the bytes of the narrowest elements that are combined in native memory. */
    private static final int WIDE = 2;

    private final Class<A> type;
    private final int shift;

    /**
     * @param type array class
     * @param shift log2 of an array element's bytes
     */
    ArrayKernel(Class<A> type, int shift) {
        this.type = type;
        this.shift = shift;
    }

    /** Returns how many array elements make one element of the reduction. */
    int width() {
        return 1;
    }

    /** Makes a scratch array. */
    abstract A scratch(int length);

    /** Combines array elements [{@code from}, {@code to}) of equal indices. */
    abstract void loop(A in, A inout, int from, int to);

    /**
     * Combines elements where they are in native memory; returns false, and has done nothing, where
     * the kernel has no such loop.
     */
    boolean nativeLoop(long in, long inout, long bytes) {
        return false;
    }

    /** Combines a few elements; each base is null or an array of this type, offset aligned. */
    abstract void few(Object inBase, long in, Object inoutBase, long inout, int count);

    @Override
    public final void apply(Object inBase, long in, Object inoutBase, long inout, long count) {
        long elements = count * width();
        boolean fits = fits(inBase, in) && fits(inoutBase, inout);
        if (fits && count <= FEW) {
            few(inBase, in, inoutBase, inout, (int) elements);
        } else if (fits && inBase != null && inoutBase != null && in == inout) {
            int from = (int) (in >> shift);
            loop(type.cast(inBase), type.cast(inoutBase), from, (int) (from + elements));
        } else if (!inPlace(inBase, in, inoutBase, inout, elements << shift)) {
            pieces(inBase, in, inoutBase, inout, elements);
        }
    }

    /** Combines native operands of wide elements without copies; returns whether they are such. */
    private boolean inPlace(Object inBase, long in, Object inoutBase, long inout, long bytes) {
        boolean suited = shift >= WIDE && inBase == null && inoutBase == null;
        return suited && nativeLoop(in, inout, bytes);
    }

    private boolean fits(Object base, long offset) {
        return base == null || (type.isInstance(base) && (offset & ((1L << shift) - 1)) == 0);
    }

    final void pieces(Object inBase, long in, Object inoutBase, long inout, long elements) {
        int piece = (int) Math.min(elements, PIECE_BYTES >> shift);
        A a = scratch(piece);
        A b = scratch(piece);
        for (long done = 0; done < elements; done += piece) {
            int now = (int) Math.min(piece, elements - done);
            long at = done << shift;
            long bytes = (long) now << shift;
            Memory.copy(inBase, in + at, a, 0, bytes);
            Memory.copy(inoutBase, inout + at, b, 0, bytes);
            loop(a, b, 0, now);
            Memory.copy(b, 0, inoutBase, inout + at, bytes);
        }
    }
}
