package org.strata.opal.memory;

import org.strata.opal.jit.CompiledApart;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Copies between Java arrays and native memory, any primitive array, any byte range. Whole elements
 * go through {@link Memory}'s direct accesses if there are any; else through the allocation-free
 * array copies of {@link MemorySegment}, a few of the usual types one by one; a range that cuts an
 * element takes the slow path.
 *
 * <p>Types are told apart by {@code instanceof}: a switch over types is a class that the JVM makes
 * when it runs for the first time.
 */
final class HeapCopy {
    private static final MemorySegment ALL = Memory.all();

    /** Elements up to which a loop takes less time than the JDK's copy of any array. */
    private static final int FEW = 8;

    private HeapCopy() {}

    /**
     * Loads the class: code that the JVM compiles before the class is loaded is thrown away at its
     * first use.
     */
    static void load() {}

    @CompiledApart("Loops over arrays stay out of the path of a short message.")
    static void toNative(Object base, long offset, long target, long length) {
        if (length == 0) {
            return;
        }
        if (Memory.isDirect() && !(base instanceof boolean[])) {
            Memory.fromArray(base, offset, target, length);
        } else if (base instanceof byte[] a) {
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
                if (count > FEW || !fewToNative(base, index, target, count)) {
                    MemorySegment.copy(base, index, ALL, layout(base), target, count);
                }
            } else {
                MemorySegment.copy(segment(base), offset, ALL, target, length);
            }
        }
    }

    @CompiledApart("Loops over arrays stay out of the path of a short message.")
    static void fromNative(long source, Object base, long offset, long length) {
        if (length == 0) {
            return;
        }
        if (Memory.isDirect() && !(base instanceof boolean[])) {
            Memory.toArray(source, base, offset, length);
        } else if (base instanceof byte[] a) {
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
                if (count > FEW || !fewFromNative(source, base, index, count)) {
                    MemorySegment.copy(ALL, layout(base), source, base, index, count);
                }
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

    @CompiledApart("Loops over arrays stay out of the path of a short message.")
    private static boolean fewToNative(Object base, int index, long target, int count) {
        if (base instanceof double[] a) {
            for (int i = 0; i < count; i++) {
                Memory.putLong(target + 8L * i, Double.doubleToRawLongBits(a[index + i]));
            }
        } else if (base instanceof int[] a) {
            for (int i = 0; i < count; i++) {
                Memory.putInt(target + 4L * i, a[index + i]);
            }
        } else if (base instanceof long[] a) {
            for (int i = 0; i < count; i++) {
                Memory.putLong(target + 8L * i, a[index + i]);
            }
        } else if (base instanceof float[] a) {
            for (int i = 0; i < count; i++) {
                Memory.putInt(target + 4L * i, Float.floatToRawIntBits(a[index + i]));
            }
        } else {
            return false;
        }
        return true;
    }

    @CompiledApart("Loops over arrays stay out of the path of a short message.")
    private static boolean fewFromNative(long source, Object base, int index, int count) {
        if (base instanceof double[] a) {
            for (int i = 0; i < count; i++) {
                a[index + i] = Double.longBitsToDouble(Memory.getLong(source + 8L * i));
            }
        } else if (base instanceof int[] a) {
            for (int i = 0; i < count; i++) {
                a[index + i] = Memory.getInt(source + 4L * i);
            }
        } else if (base instanceof long[] a) {
            for (int i = 0; i < count; i++) {
                a[index + i] = Memory.getLong(source + 8L * i);
            }
        } else if (base instanceof float[] a) {
            for (int i = 0; i < count; i++) {
                a[index + i] = Float.intBitsToFloat(Memory.getInt(source + 4L * i));
            }
        } else {
            return false;
        }
        return true;
    }

    private static ValueLayout layout(Object base) {
        if (base instanceof int[]) {
            return ValueLayout.JAVA_INT_UNALIGNED;
        } else if (base instanceof double[]) {
            return ValueLayout.JAVA_DOUBLE_UNALIGNED;
        } else if (base instanceof long[]) {
            return ValueLayout.JAVA_LONG_UNALIGNED;
        } else if (base instanceof float[]) {
            return ValueLayout.JAVA_FLOAT_UNALIGNED;
        } else if (base instanceof char[]) {
            return ValueLayout.JAVA_CHAR_UNALIGNED;
        } else if (base instanceof short[]) {
            return ValueLayout.JAVA_SHORT_UNALIGNED;
        }
        throw new IllegalArgumentException(notAnArray(base));
    }

    private static int shift(Object base) {
        if (base instanceof double[] || base instanceof long[]) {
            return 3;
        }
        if (base instanceof int[] || base instanceof float[]) {
            return 2;
        }
        if (base instanceof char[] || base instanceof short[]) {
            return 1;
        }
        throw new IllegalArgumentException(notAnArray(base));
    }

    private static MemorySegment segment(Object base) {
        if (base instanceof byte[] a) {
            return MemorySegment.ofArray(a);
        } else if (base instanceof int[] a) {
            return MemorySegment.ofArray(a);
        } else if (base instanceof double[] a) {
            return MemorySegment.ofArray(a);
        } else if (base instanceof long[] a) {
            return MemorySegment.ofArray(a);
        } else if (base instanceof float[] a) {
            return MemorySegment.ofArray(a);
        } else if (base instanceof char[] a) {
            return MemorySegment.ofArray(a);
        } else if (base instanceof short[] a) {
            return MemorySegment.ofArray(a);
        }
        throw new IllegalArgumentException(notAnArray(base));
    }

    static String notAnArray(Object base) {
        return "not a primitive array: " + base.getClass().getTypeName();
    }
}
