package org.strata.opal.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Copies between Java arrays and native memory, any primitive array, any byte range. Whole elements
 * go through the allocation-free array copies of {@link MemorySegment}; a range that cuts an
 * element takes the slow path.
 */
final class HeapCopy {
    private static final MemorySegment ALL = Memory.all();

    private HeapCopy() {}

    static void toNative(Object base, long offset, long target, long length) {
        if (length == 0) {
            return;
        }
        if (base instanceof byte[] a) {
            MemorySegment.copy(a, (int) offset, ALL, ValueLayout.JAVA_BYTE, target, (int) length);
        } else if (base instanceof boolean[] a) {
            for (int i = 0; i < length; i++) {
                Memory.putByte(target + i, (byte) (a[(int) offset + i] ? 1 : 0));
            }
        } else {
            int shift = shift(base);
            if (((offset | length) & ((1L << shift) - 1)) == 0) {
                int index = (int) (offset >> shift);
                int count = (int) (length >> shift);
                MemorySegment.copy(base, index, ALL, layout(base), target, count);
            } else {
                MemorySegment.copy(segment(base), offset, ALL, target, length);
            }
        }
    }

    static void fromNative(long source, Object base, long offset, long length) {
        if (length == 0) {
            return;
        }
        if (base instanceof byte[] a) {
            MemorySegment.copy(ALL, ValueLayout.JAVA_BYTE, source, a, (int) offset, (int) length);
        } else if (base instanceof boolean[] a) {
            for (int i = 0; i < length; i++) {
                a[(int) offset + i] = Memory.getByte(source + i) != 0;
            }
        } else {
            int shift = shift(base);
            if (((offset | length) & ((1L << shift) - 1)) == 0) {
                int index = (int) (offset >> shift);
                int count = (int) (length >> shift);
                MemorySegment.copy(ALL, layout(base), source, base, index, count);
            } else {
                MemorySegment.copy(ALL, source, segment(base), offset, length);
            }
        }
    }

    static void heapToHeap(
            Object sourceBase, long source, Object targetBase, long target, long length) {
        boolean booleans = sourceBase instanceof boolean[] || targetBase instanceof boolean[];
        if (!booleans) {
            MemorySegment.copy(segment(sourceBase), source, segment(targetBase), target, length);
        } else if (sourceBase instanceof boolean[] from && targetBase instanceof boolean[] to) {
            System.arraycopy(from, (int) source, to, (int) target, (int) length);
        } else if (sourceBase instanceof boolean[] from) {
            MemorySegment to = segment(targetBase);
            for (int i = 0; i < length; i++) {
                byte value = (byte) (from[(int) source + i] ? 1 : 0);
                to.set(ValueLayout.JAVA_BYTE, target + i, value);
            }
        } else {
            boolean[] to = (boolean[]) targetBase;
            MemorySegment from = segment(sourceBase);
            for (int i = 0; i < length; i++) {
                to[(int) target + i] = from.get(ValueLayout.JAVA_BYTE, source + i) != 0;
            }
        }
    }

    private static ValueLayout layout(Object base) {
        return switch (base) {
            case int[] a -> ValueLayout.JAVA_INT_UNALIGNED;
            case double[] a -> ValueLayout.JAVA_DOUBLE_UNALIGNED;
            case long[] a -> ValueLayout.JAVA_LONG_UNALIGNED;
            case float[] a -> ValueLayout.JAVA_FLOAT_UNALIGNED;
            case char[] a -> ValueLayout.JAVA_CHAR_UNALIGNED;
            case short[] a -> ValueLayout.JAVA_SHORT_UNALIGNED;
            default -> throw new IllegalArgumentException(notAnArray(base));
        };
    }

    private static int shift(Object base) {
        return switch (base) {
            case int[] a -> 2;
            case double[] a -> 3;
            case long[] a -> 3;
            case float[] a -> 2;
            case char[] a -> 1;
            case short[] a -> 1;
            default -> throw new IllegalArgumentException(notAnArray(base));
        };
    }

    private static MemorySegment segment(Object base) {
        return switch (base) {
            case byte[] a -> MemorySegment.ofArray(a);
            case int[] a -> MemorySegment.ofArray(a);
            case double[] a -> MemorySegment.ofArray(a);
            case long[] a -> MemorySegment.ofArray(a);
            case float[] a -> MemorySegment.ofArray(a);
            case char[] a -> MemorySegment.ofArray(a);
            case short[] a -> MemorySegment.ofArray(a);
            default -> throw new IllegalArgumentException(notAnArray(base));
        };
    }

    private static String notAnArray(Object base) {
        return "not a primitive array: " + base.getClass().getTypeName();
    }
}
