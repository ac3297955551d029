package org.strata.opal.op;

import org.strata.opal.memory.Memory;

import java.util.concurrent.atomic.AtomicReference;

/**
 * A kernel whose inner loop runs over arrays, which the JIT vectorises; it does not vectorise loops
 * over two native addresses, nor over two arrays from different indices. It copies operands that do
 * not fit to scratch arrays first, in pieces that stay in the first-level cache. Less than some
 * kilobytes of wide elements, and a few of any, are combined one by one where they are: the copies
 * would cost more than vectors gain. Tier 1: once a kernel has scratch arrays, no allocation.
 *
 * @param <A> array type of the elements
 */
abstract class ArrayKernel<A> implements ReduceKernel {
    /** Up to so many elements are combined one by one. */
    private static final int FEW = 64;

    private static final int PIECE_BYTES = 8192;

    /** Up to so many wide elements are combined one by one in native memory. */
    private static final int FEW_WIDE = 640;

    /** Log2 of the bytes of the narrowest of them. */
    private static final int WIDE = 2;

    private final Class<A> type;
    private final int shift;

    /**
     * Scratch arrays that no call uses; null while one does. Pairs with ArrayKernel.pieces: whoever
     * exchanges the arrays away has them alone.
     */
    private final AtomicReference<Pair<A>> spare = new AtomicReference<>();

    /** Two arrays of a piece each. */
    private record Pair<A>(A in, A inout) {}

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

    /** Copies native elements to the beginning of an array. */
    abstract void fetch(long from, A array, int length);

    /** Copies the first elements of an array to native memory. */
    abstract void put(A array, long to, int length);

    /** Combines elements one by one in native memory, at any address. */
    abstract void nativeLoop(long in, long inout, long bytes);

    /** Combines a few elements; each base is null or an array of this type, offset aligned. */
    abstract void few(Object inBase, long in, Object inoutBase, long inout, int count);

    @Override
    public final void apply(Object inBase, long in, Object inoutBase, long inout, long count) {
        long elements = count * width();
        if (inBase == null && inoutBase == null) {
            if (count <= (shift >= WIDE ? FEW_WIDE : FEW)) {
                nativeLoop(in, inout, elements << shift);
            } else {
                pieces(null, in, null, inout, elements);
            }
            return;
        }
        boolean fits = fits(inBase, in) && fits(inoutBase, inout);
        if (fits && count <= FEW) {
            few(inBase, in, inoutBase, inout, (int) elements);
        } else if (fits && inBase != null && inoutBase != null && in == inout) {
            int from = (int) (in >> shift);
            loop(type.cast(inBase), type.cast(inoutBase), from, (int) (from + elements));
        } else {
            pieces(inBase, in, inoutBase, inout, elements);
        }
    }

    private boolean fits(Object base, long offset) {
        return base == null || (type.isInstance(base) && (offset & ((1L << shift) - 1)) == 0);
    }

    final void pieces(Object inBase, long in, Object inoutBase, long inout, long elements) {
        // Threads that meet here find none, and make their own.
        Pair<A> arrays = spare.getAndSet(null);
        if (arrays == null) {
            int length = PIECE_BYTES >> shift;
            arrays = new Pair<>(scratch(length), scratch(length));
        }
        combine(inBase, in, inoutBase, inout, elements, arrays.in(), arrays.inout());
        spare.setRelease(arrays);
    }

    private void combine(
            Object inBase, long in, Object inoutBase, long inout, long elements, A a, A b) {
        int piece = PIECE_BYTES >> shift;
        for (long done = 0; done < elements; done += piece) {
            int now = (int) Math.min(piece, elements - done);
            long at = done << shift;
            long bytes = (long) now << shift;
            if (inBase == null) {
                fetch(in + at, a, now);
            } else {
                Memory.copy(inBase, in + at, a, 0, bytes);
            }
            if (inoutBase == null) {
                fetch(inout + at, b, now);
                loop(a, b, 0, now);
                put(b, inout + at, now);
            } else {
                Memory.copy(inoutBase, inout + at, b, 0, bytes);
                loop(a, b, 0, now);
                Memory.copy(b, 0, inoutBase, inout + at, bytes);
            }
        }
    }
}
