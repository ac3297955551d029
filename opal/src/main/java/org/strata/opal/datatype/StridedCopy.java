package org.strata.opal.datatype;

import org.strata.opal.memory.Memory;

/**
 * Copies between runs of bytes at a constant stride and packed native memory: the columns of a
 * matrix, the fields of a record. It moves runs of one int or long (one float or double), of which
 * a column of a matrix consists, without a call per run. Tier 2.
 */
final class StridedCopy {
    private StridedCopy() {}

    /**
     * Moves {@code runs} runs of {@code bytes} bytes each.
     *
     * @param pack true from the strided place to the packed one, false the other way
     * @param base null when {@code place} is a native address, else a primitive array
     * @param place where the first run starts: address, or byte offset in the array
     */
    static void move(
            boolean pack,
            Object base,
            long place,
            long stride,
            long packed,
            long bytes,
            long runs) {
        if (base == null && bytes == Long.BYTES) {
            longs(pack, place, stride, packed, runs);
        } else if (base == null && bytes == Integer.BYTES) {
            ints(pack, place, stride, packed, runs);
        } else if (base instanceof double[] a && whole(place, stride, bytes, Double.BYTES)) {
            doubles(pack, a, (int) (place >> 3), (int) (stride >> 3), packed, (int) runs);
        } else if (base instanceof int[] a && whole(place, stride, bytes, Integer.BYTES)) {
            ints(pack, a, (int) (place >> 2), (int) (stride >> 2), packed, (int) runs);
        } else {
            for (long i = 0; i < runs; i++) {
                bytes(pack, base, place + i * stride, packed + i * bytes, bytes);
            }
        }
    }

    /** Returns whether each run is one element of an array with elements of {@code unit} bytes. */
    private static boolean whole(long place, long stride, long bytes, int unit) {
        return bytes == unit && ((place | stride) & (unit - 1)) == 0;
    }

    private static void longs(boolean pack, long place, long stride, long packed, long runs) {
        for (long i = 0; i < runs; i++) {
            if (pack) {
                Memory.putLong(packed + i * Long.BYTES, Memory.getLong(place + i * stride));
            } else {
                Memory.putLong(place + i * stride, Memory.getLong(packed + i * Long.BYTES));
            }
        }
    }

    private static void ints(boolean pack, long place, long stride, long packed, long runs) {
        for (long i = 0; i < runs; i++) {
            if (pack) {
                Memory.putInt(packed + i * Integer.BYTES, Memory.getInt(place + i * stride));
            } else {
                Memory.putInt(place + i * stride, Memory.getInt(packed + i * Integer.BYTES));
            }
        }
    }

    private static void doubles(
            boolean pack, double[] array, int first, int step, long packed, int runs) {
        for (int i = 0; i < runs; i++) {
            long at = packed + (long) i * Double.BYTES;
            if (pack) {
                Memory.putLong(at, Double.doubleToRawLongBits(array[first + i * step]));
            } else {
                array[first + i * step] = Double.longBitsToDouble(Memory.getLong(at));
            }
        }
    }

    private static void ints(
            boolean pack, int[] array, int first, int step, long packed, int runs) {
        for (int i = 0; i < runs; i++) {
            long at = packed + (long) i * Integer.BYTES;
            if (pack) {
                Memory.putInt(at, array[first + i * step]);
            } else {
                array[first + i * step] = Memory.getInt(at);
            }
        }
    }

    private static void bytes(boolean pack, Object base, long place, long packed, long length) {
        if (pack) {
            Memory.copyOut(base, place, packed, length);
        } else {
            Memory.copyIn(packed, base, place, length);
        }
    }
}
