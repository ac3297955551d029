package org.strata.jcstress;

import org.strata.opal.memory.Memory;

import java.lang.foreign.Arena;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The shared memory of states. jcstress makes hundreds of thousands of them a second: with an arena
 * each, the JVM spends its time on cleaners, and soon waits in {@code Bits.reserveMemory} for a
 * collection. Blocks are given in turn, and again long after the state that had them is checked:
 * the harness has as many states at a time as {@code -strideSize} times {@code -strideCount}.
 */
public final class Blocks {
    /** As many as 14,000 states of the largest kind have. */
    private static final long BYTES = 128L << 20;

    private static final long MOST = 64 << 10;
    private static final long ALIGNMENT = 256;

    private static final long BASE = Memory.allocate(Arena.global(), BYTES + MOST, ALIGNMENT);
    private static final AtomicLong NEXT = new AtomicLong();

    private Blocks() {}

    /**
     * Returns the address of a block of zeros, aligned to 256 bytes.
     *
     * @param bytes at most 64 KiB
     */
    public static long take(long bytes) {
        if (bytes > MOST) {
            throw new IllegalArgumentException(bytes + " bytes");
        }
        long size = (bytes + ALIGNMENT - 1) & -ALIGNMENT;
        long block = BASE + NEXT.getAndAdd(size) % BYTES;
        Memory.zero(block, size);
        return block;
    }
}
