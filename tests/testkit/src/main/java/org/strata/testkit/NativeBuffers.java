package org.strata.testkit;

import org.strata.opal.memory.Memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Native memory of a test, freed with it, and patterns to tell whether the right bytes arrived: a
 * pattern is a function of a seed and a position, so that shifted or mixed-up data do not match.
 */
public final class NativeBuffers implements AutoCloseable {
    private final Arena arena = Arena.ofShared();

    /** Returns the address of zeroed memory, aligned to a cache line. */
    public long allocate(long bytes) {
        return Memory.allocate(arena, Math.max(1, bytes), 64);
    }

    /** Returns memory that holds a pattern. */
    public long pattern(long bytes, long seed) {
        long address = allocate(bytes);
        fill(address, bytes, seed);
        return address;
    }

    /** Returns the pattern's byte at a position. */
    public static byte at(long seed, long position) {
        long mixed = (seed * 0x9E3779B97F4A7C15L + position + 1) * 0xBF58476D1CE4E5B9L;
        return (byte) (mixed >>> 56);
    }

    /** Writes a pattern. */
    public static void fill(long address, long bytes, long seed) {
        for (long i = 0; i < bytes; i++) {
            Memory.putByte(address + i, at(seed, i));
        }
    }

    /** Fails unless memory holds a pattern from position {@code first} on. */
    public static void verify(String what, long address, long bytes, long seed, long first) {
        for (long i = 0; i < bytes; i++) {
            byte found = Memory.getByte(address + i);
            if (found != at(seed, first + i)) {
                throw new AssertionError(
                        what
                                + ": byte "
                                + i
                                + " of "
                                + bytes
                                + " is "
                                + (found & 0xff)
                                + " instead of "
                                + (at(seed, first + i) & 0xff));
            }
        }
    }

    /** As {@link #verify(String, long, long, long, long)}, from the pattern's start. */
    public static void verify(String what, long address, long bytes, long seed) {
        verify(what, address, bytes, seed, 0);
    }

    /** Fails unless all bytes have one value. */
    public static void verifyFilled(String what, long address, long bytes, byte value) {
        for (long i = 0; i < bytes; i++) {
            if (Memory.getByte(address + i) != value) {
                throw new AssertionError(what + ": byte " + i + " of " + bytes + " was changed");
            }
        }
    }

    /** Returns a copy of native memory. */
    public static byte[] bytes(long address, long length) {
        return Memory.all().asSlice(address, length).toArray(ValueLayout.JAVA_BYTE);
    }

    /** Writes bytes to native memory. */
    public static void write(byte[] bytes, long address) {
        MemorySegment.copy(bytes, 0, Memory.all(), ValueLayout.JAVA_BYTE, address, bytes.length);
    }

    @Override
    public void close() {
        arena.close();
    }
}
