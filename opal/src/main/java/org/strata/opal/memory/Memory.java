package org.strata.opal.memory;

import jdk.internal.misc.Unsafe;

import org.strata.opal.jit.CompiledApart;
import org.strata.opal.jit.CompiledInto;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * Loads, stores and copies at absolute native addresses. Tier 1: nothing here allocates.
 *
 * <p>An address is valid while the arena or mapping behind it is; the caller keeps that alive.
 * Plain accesses may be unaligned; ordered ones need natural alignment. Each ordered access is
 * named after its ordering.
 *
 * <p>There are two implementations of everything here, and each method chooses by a constant. Where
 * the JVM was started with {@code --add-exports java.base/jdk.internal.misc=ALL-UNNAMED}, as mpirun
 * starts its ranks, an access is one method of the JDK, which both JIT compilers make one
 * instruction of. Elsewhere it goes through {@link MemorySegment}, a dozen methods that C2 alone
 * makes one instruction of, after as much work as for all the rest of a message's path.
 *
 * <p>The portable accesses use the JDK's aligned access where the address is aligned. The unaligned
 * access consists of Java methods: in a caller near the limit of inlining (-XX:MaxInlineLevel) each
 * would be a real call. Alignment is tested in 32 bits: the compiler keeps the result of a 64-bit
 * comparison, for the case that it guessed wrong. The accessors have at most 35 bytecodes
 * (-XX:MaxInlineSize), so that they are inlined wherever they are used.
 */
public final class Memory {
    /** All of the address space as one segment: the base of every access by absolute address. */
    private static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    /** Bytes up to which single words take less time than the JDK's copy. */
    private static final int WORDS_MAX = 64;

    private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
    private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    private static final ValueLayout.OfShort ANY_SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;
    private static final ValueLayout.OfInt ANY_INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final ValueLayout.OfLong ANY_LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    /** Whether accesses go through the JDK's own class for them. A constant for the compilers. */
    private static final boolean DIRECT = isDirectPossible();

    /** The JDK's own class for accesses; null where they are portable. */
    private static final Unsafe UNSAFE = DIRECT ? Unsafe.getUnsafe() : null;

    static {
        HeapCopy.load();
    }

    /**
     * Portable accesses in an order. Apart, so that only who makes them has the JVM make the six
     * classes behind these handles at run time.
     */
    private static final class Ordered {
        private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();
        private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();
    }

    private Memory() {}

    /**
     * Returns whether this class may use the JDK's own: the JVM was started so, and the processor
     * loads and stores at any address as the JDK's unaligned accesses do.
     */
    private static boolean isDirectPossible() {
        Module jdk = Object.class.getModule();
        return jdk.isExported("jdk.internal.misc", Memory.class.getModule())
                && Unsafe.getUnsafe().unalignedAccess();
    }

    /** Returns whether accesses go through the JDK's own class for them. */
    public static boolean isDirect() {
        return DIRECT;
    }

    /** Returns the whole address space as a segment, for code that needs segment offsets. */
    public static MemorySegment all() {
        return ALL;
    }

    /** Allocates zeroed native memory: returns its address; it lives as long as the arena. */
    public static long allocate(Arena arena, long bytes, long alignment) {
        return arena.allocate(bytes, alignment).address();
    }

    @CompiledInto("One instruction each.")
    public static byte getByte(long address) {
        return DIRECT ? UNSAFE.getByte(address) : ALL.get(BYTE, address);
    }

    @CompiledInto("One instruction each.")
    public static void putByte(long address, byte value) {
        if (DIRECT) {
            UNSAFE.putByte(address, value);
        } else {
            ALL.set(BYTE, address, value);
        }
    }

    @CompiledInto("One instruction each.")
    public static short getShort(long address) {
        return DIRECT ? UNSAFE.getShort(address) : getShortPortably(address);
    }

    @CompiledInto("One instruction each.")
    public static void putShort(long address, short value) {
        if (DIRECT) {
            UNSAFE.putShort(address, value);
        } else {
            putShortPortably(address, value);
        }
    }

    @CompiledInto("One instruction each.")
    public static int getInt(long address) {
        return DIRECT ? UNSAFE.getInt(address) : getIntPortably(address);
    }

    @CompiledInto("One instruction each.")
    public static void putInt(long address, int value) {
        if (DIRECT) {
            UNSAFE.putInt(address, value);
        } else {
            putIntPortably(address, value);
        }
    }

    @CompiledInto("One instruction each.")
    public static long getLong(long address) {
        return DIRECT ? UNSAFE.getLong(address) : getLongPortably(address);
    }

    @CompiledInto("One instruction each.")
    public static void putLong(long address, long value) {
        if (DIRECT) {
            UNSAFE.putLong(address, value);
        } else {
            putLongPortably(address, value);
        }
    }

    @CompiledInto("One instruction each.")
    private static short getShortPortably(long address) {
        return ((int) address & 1) == 0 ? ALL.get(SHORT, address) : getAnyShort(address);
    }

    @CompiledInto("One instruction each.")
    private static void putShortPortably(long address, short value) {
        if (((int) address & 1) == 0) {
            ALL.set(SHORT, address, value);
        } else {
            putAnyShort(address, value);
        }
    }

    @CompiledInto("One instruction each.")
    private static int getIntPortably(long address) {
        return ((int) address & 3) == 0 ? ALL.get(INT, address) : getAnyInt(address);
    }

    @CompiledInto("One instruction each.")
    private static void putIntPortably(long address, int value) {
        if (((int) address & 3) == 0) {
            ALL.set(INT, address, value);
        } else {
            putAnyInt(address, value);
        }
    }

    @CompiledInto("One instruction each.")
    private static long getLongPortably(long address) {
        return ((int) address & 7) == 0 ? ALL.get(LONG, address) : getAnyLong(address);
    }

    @CompiledInto("One instruction each.")
    private static void putLongPortably(long address, long value) {
        if (((int) address & 7) == 0) {
            ALL.set(LONG, address, value);
        } else {
            putAnyLong(address, value);
        }
    }

    @CompiledInto("One instruction each.")
    private static short getAnyShort(long address) {
        return ALL.get(ANY_SHORT, address);
    }

    @CompiledInto("One instruction each.")
    private static void putAnyShort(long address, short value) {
        ALL.set(ANY_SHORT, address, value);
    }

    @CompiledInto("One instruction each.")
    private static int getAnyInt(long address) {
        return ALL.get(ANY_INT, address);
    }

    @CompiledInto("One instruction each.")
    private static void putAnyInt(long address, int value) {
        ALL.set(ANY_INT, address, value);
    }

    @CompiledInto("One instruction each.")
    private static long getAnyLong(long address) {
        return ALL.get(ANY_LONG, address);
    }

    @CompiledInto("One instruction each.")
    private static void putAnyLong(long address, long value) {
        ALL.set(ANY_LONG, address, value);
    }

    /** Loads a long; the address must be a multiple of 8. */
    @CompiledInto("One instruction each.")
    public static long getWord(long address) {
        return DIRECT ? UNSAFE.getLong(address) : ALL.get(LONG, address);
    }

    /** Stores a long; the address must be a multiple of 8. */
    @CompiledInto("One instruction each.")
    public static void putWord(long address, long value) {
        if (DIRECT) {
            UNSAFE.putLong(address, value);
        } else {
            ALL.set(LONG, address, value);
        }
    }

    /** Stores two longs one behind the other; the address must be a multiple of 8. */
    @CompiledInto("One instruction each.")
    public static void putWords(long address, long first, long second) {
        putWord(address, first);
        putWord(address + Long.BYTES, second);
    }

    @CompiledInto("One instruction each.")
    public static int getIntAcquire(long address) {
        return DIRECT
                ? UNSAFE.getIntAcquire(null, address)
                : (int) Ordered.INT.getAcquire(ALL, address);
    }

    @CompiledInto("One instruction each.")
    public static void putIntRelease(long address, int value) {
        if (DIRECT) {
            UNSAFE.putIntRelease(null, address, value);
        } else {
            Ordered.INT.setRelease(ALL, address, value);
        }
    }

    @CompiledInto("One instruction each.")
    public static int getIntVolatile(long address) {
        return DIRECT
                ? UNSAFE.getIntVolatile(null, address)
                : (int) Ordered.INT.getVolatile(ALL, address);
    }

    @CompiledInto("One instruction each.")
    public static void putIntVolatile(long address, int value) {
        if (DIRECT) {
            UNSAFE.putIntVolatile(null, address, value);
        } else {
            Ordered.INT.setVolatile(ALL, address, value);
        }
    }

    public static boolean compareAndSetInt(long address, int expected, int value) {
        return DIRECT
                ? UNSAFE.compareAndSetInt(null, address, expected, value)
                : Ordered.INT.compareAndSet(ALL, address, expected, value);
    }

    @CompiledInto("One instruction each.")
    public static int getAndAddInt(long address, int delta) {
        return DIRECT
                ? UNSAFE.getAndAddInt(null, address, delta)
                : (int) Ordered.INT.getAndAdd(ALL, address, delta);
    }

    @CompiledInto("One instruction each.")
    public static long getLongAcquire(long address) {
        return DIRECT
                ? UNSAFE.getLongAcquire(null, address)
                : (long) Ordered.LONG.getAcquire(ALL, address);
    }

    @CompiledInto("One instruction each.")
    public static void putLongRelease(long address, long value) {
        if (DIRECT) {
            UNSAFE.putLongRelease(null, address, value);
        } else {
            Ordered.LONG.setRelease(ALL, address, value);
        }
    }

    @CompiledInto("One instruction each.")
    public static long getLongVolatile(long address) {
        return DIRECT
                ? UNSAFE.getLongVolatile(null, address)
                : (long) Ordered.LONG.getVolatile(ALL, address);
    }

    @CompiledInto("One instruction each.")
    public static void putLongVolatile(long address, long value) {
        if (DIRECT) {
            UNSAFE.putLongVolatile(null, address, value);
        } else {
            Ordered.LONG.setVolatile(ALL, address, value);
        }
    }

    public static boolean compareAndSetLong(long address, long expected, long value) {
        return DIRECT
                ? UNSAFE.compareAndSetLong(null, address, expected, value)
                : Ordered.LONG.compareAndSet(ALL, address, expected, value);
    }

    @CompiledInto("One instruction each.")
    public static long getAndAddLong(long address, long delta) {
        return DIRECT
                ? UNSAFE.getAndAddLong(null, address, delta)
                : (long) Ordered.LONG.getAndAdd(ALL, address, delta);
    }

    /** Orders all earlier stores before all later loads (StoreLoad). */
    public static void fullFence() {
        VarHandle.fullFence();
    }

    /**
     * Orders all earlier loads and stores before all later stores. On processors that keep the
     * order of stores it only keeps the compiler from moving accesses across it.
     */
    public static void releaseFence() {
        VarHandle.releaseFence();
    }

    /**
     * Orders all earlier stores before all later stores. On processors that keep the order of
     * stores it only keeps the compiler from moving accesses across it, as {@link #releaseFence};
     * on others it takes less than that.
     */
    public static void storeStoreFence() {
        VarHandle.storeStoreFence();
    }

    /** Fills {@code length} bytes with zero. */
    public static void zero(long address, long length) {
        if (DIRECT) {
            UNSAFE.setMemory(address, length, (byte) 0);
        } else {
            ALL.asSlice(address, length).fill((byte) 0);
        }
    }

    /** Reverses the 2, 4 or 8 bytes of a number. */
    public static void reverse(long address, int bytes) {
        switch (bytes) {
            case Short.BYTES -> putShort(address, Short.reverseBytes(getShort(address)));
            case Integer.BYTES -> putInt(address, Integer.reverseBytes(getInt(address)));
            default -> putLong(address, Long.reverseBytes(getLong(address)));
        }
    }

    /** Copies between native addresses; the ranges may overlap. */
    public static void copy(long source, long target, long length) {
        if (length <= 16) {
            copySmall(source, target, (int) length);
        } else if (length <= WORDS_MAX) {
            copyWords(source, target, (int) length);
        } else {
            copyOtherwise(source, target, length);
        }
    }

    /**
     * Copies 17 to 64 bytes: two words at each end, and two more next to each where there are more
     * than 32 bytes. All are loaded before the first is stored, so ranges may overlap. No loop,
     * which the compiler would prepare for thousands of rounds.
     */
    private static void copyWords(long source, long target, int length) {
        long end = source + length;
        long targetEnd = target + length;
        long a = word(source);
        long b = word(source + 8);
        long y = word(end - 16);
        long z = word(end - 8);
        if (length > 32) {
            copyMiddle(source + 16, end - 32, target + 16, targetEnd - 32);
        }
        word(target, a);
        word(target + 8, b);
        word(targetEnd - 16, y);
        word(targetEnd - 8, z);
    }

    /** Copies two words at each of two places. */
    private static void copyMiddle(long from1, long from2, long to1, long to2) {
        long a = word(from1);
        long b = word(from1 + 8);
        long c = word(from2);
        long d = word(from2 + 8);
        word(to1, a);
        word(to1 + 8, b);
        word(to2, c);
        word(to2 + 8, d);
    }

    private static long word(long address) {
        return DIRECT ? UNSAFE.getLong(address) : ALL.get(ANY_LONG, address);
    }

    private static void word(long address, long value) {
        if (DIRECT) {
            UNSAFE.putLong(address, value);
        } else {
            ALL.set(ANY_LONG, address, value);
        }
    }

    @CompiledApart("Rare: keeps the path of a short message small.")
    private static void copyOtherwise(long source, long target, long length) {
        if (DIRECT) {
            UNSAFE.copyMemory(source, target, length);
        } else {
            MemorySegment.copy(ALL, source, ALL, target, length);
        }
    }

    /** Two overlapping loads and stores per size class: no call, no loop. */
    private static void copySmall(long source, long target, int length) {
        if (length == 8) {
            putLong(target, getLong(source));
        } else if (length > 8) {
            long head = getLong(source);
            long tail = getLong(source + length - 8);
            putLong(target, head);
            putLong(target + length - 8, tail);
        } else if (length >= 4) {
            int head = getInt(source);
            int tail = getInt(source + length - 4);
            putInt(target, head);
            putInt(target + length - 4, tail);
        } else if (length > 0) {
            byte first = getByte(source);
            byte middle = getByte(source + (length >> 1));
            byte last = getByte(source + length - 1);
            putByte(target, first);
            putByte(target + (length >> 1), middle);
            putByte(target + length - 1, last);
        }
    }

    // ---- Arrays, by the JDK's own class only: HeapCopy chooses.

    /**
     * Copies from an array of numbers to a native address; only where {@link #isDirect}.
     *
     * @param offset in bytes from element 0; the range is checked against the array's length
     */
    static void fromArray(Object array, long offset, long target, long length) {
        long at = inArray(array, offset, length);
        if (length > WORDS_MAX) {
            UNSAFE.copyMemory(array, at, null, target, length);
        } else if (length >= 8) {
            long last = at + length - 8;
            long targetLast = target + length - 8;
            for (long i = 0; at + i < last; i += 8) {
                UNSAFE.putLong(target + i, UNSAFE.getLong(array, at + i));
            }
            UNSAFE.putLong(targetLast, UNSAFE.getLong(array, last));
        } else {
            for (long i = 0; i < length; i++) {
                UNSAFE.putByte(target + i, UNSAFE.getByte(array, at + i));
            }
        }
    }

    /** Copies from a native address to an array of numbers, as {@link #fromArray}. */
    static void toArray(long source, Object array, long offset, long length) {
        long at = inArray(array, offset, length);
        if (length > WORDS_MAX) {
            UNSAFE.copyMemory(null, source, array, at, length);
        } else if (length >= 8) {
            long last = at + length - 8;
            long sourceLast = source + length - 8;
            for (long i = 0; at + i < last; i += 8) {
                UNSAFE.putLong(array, at + i, UNSAFE.getLong(source + i));
            }
            UNSAFE.putLong(array, last, UNSAFE.getLong(sourceLast));
        } else {
            for (long i = 0; i < length; i++) {
                UNSAFE.putByte(array, at + i, UNSAFE.getByte(source + i));
            }
        }
    }

    /** Returns the place of a byte range in an array of numbers, as the JDK's class wants it. */
    private static long inArray(Object array, long offset, long length) {
        if (array instanceof byte[] a) {
            return Unsafe.ARRAY_BYTE_BASE_OFFSET + checked(offset, length, a.length);
        } else if (array instanceof double[] a) {
            return Unsafe.ARRAY_DOUBLE_BASE_OFFSET + checked(offset, length, 8L * a.length);
        } else if (array instanceof int[] a) {
            return Unsafe.ARRAY_INT_BASE_OFFSET + checked(offset, length, 4L * a.length);
        } else if (array instanceof long[] a) {
            return Unsafe.ARRAY_LONG_BASE_OFFSET + checked(offset, length, 8L * a.length);
        } else if (array instanceof float[] a) {
            return Unsafe.ARRAY_FLOAT_BASE_OFFSET + checked(offset, length, 4L * a.length);
        } else if (array instanceof char[] a) {
            return Unsafe.ARRAY_CHAR_BASE_OFFSET + checked(offset, length, 2L * a.length);
        } else if (array instanceof short[] a) {
            return Unsafe.ARRAY_SHORT_BASE_OFFSET + checked(offset, length, 2L * a.length);
        }
        throw new IllegalArgumentException(HeapCopy.notAnArray(array));
    }

    private static long checked(long offset, long length, long bytes) {
        if ((offset | length) < 0 || offset > bytes - length) {
            throw new IndexOutOfBoundsException(
                    length + " bytes from " + offset + " of an array of " + bytes);
        }
        return offset;
    }

    /**
     * Copies {@code length} bytes from ({@code base}, {@code offset}) to a native address.
     *
     * @param base null for a native address in {@code offset}, otherwise a primitive array and
     *     {@code offset} counts bytes from its element 0
     */
    public static void copyOut(Object base, long offset, long target, long length) {
        if (base == null) {
            copy(offset, target, length);
        } else {
            HeapCopy.toNative(base, offset, target, length);
        }
    }

    /** Copies {@code length} bytes from a native address to ({@code base}, {@code offset}). */
    public static void copyIn(long source, Object base, long offset, long length) {
        if (base == null) {
            copy(source, offset, length);
        } else {
            HeapCopy.fromNative(source, base, offset, length);
        }
    }

    /** Copies between two (base, offset) places; ranges of one array may overlap. */
    public static void copy(
            Object sourceBase, long source, Object targetBase, long target, long length) {
        if (sourceBase == null) {
            copyIn(source, targetBase, target, length);
        } else if (targetBase == null) {
            copyOut(sourceBase, source, target, length);
        } else {
            HeapCopy.heapToHeap(sourceBase, source, targetBase, target, length);
        }
    }
}
