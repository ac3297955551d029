package org.strata.pml.base;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Native memory for copies of packets and buffered messages, in size classes by powers of two. A
 * block longer than the largest class is allocated and freed by itself. Tier 1 up to the largest
 * class.
 */
public final class PayloadPool implements AutoCloseable {
    private static final int MIN_SHIFT = 6;
    private static final int MAX_SHIFT = 17;
    private static final long SLAB_BYTES = 1 << 18;

    private final Arena arena = Arena.ofShared();
    private final long[][] blocks = new long[MAX_SHIFT - MIN_SHIFT + 1][16];
    private final int[] freeCount = new int[MAX_SHIFT - MIN_SHIFT + 1];
    private final Map<Long, Arena> large = new HashMap<>();

    /** Makes an empty pool. */
    public PayloadPool() {}

    /** Returns the address of at least {@code bytes} bytes, aligned to 64. */
    public long allocate(long bytes) {
        if (bytes > 1L << MAX_SHIFT) {
            Arena own = Arena.ofShared();
            MemorySegment block = own.allocate(bytes, 64);
            large.put(block.address(), own);
            return block.address();
        }
        int index = index(bytes);
        if (freeCount[index] == 0) {
            addSlab(index);
        }
        return blocks[index][--freeCount[index]];
    }

    /** Frees memory that {@link #allocate} returned for {@code bytes} bytes. */
    public void free(long address, long bytes) {
        if (bytes > 1L << MAX_SHIFT) {
            large.remove(address).close();
            return;
        }
        int index = index(bytes);
        if (freeCount[index] == blocks[index].length) {
            blocks[index] = Arrays.copyOf(blocks[index], freeCount[index] * 2);
        }
        blocks[index][freeCount[index]++] = address;
    }

    private static int index(long bytes) {
        int shift = 64 - Long.numberOfLeadingZeros(Math.max(bytes, 1) - 1);
        return Math.max(shift, MIN_SHIFT) - MIN_SHIFT;
    }

    private void addSlab(int index) {
        long block = 1L << (index + MIN_SHIFT);
        long slab = arena.allocate(SLAB_BYTES, 64).address();
        for (long at = slab + SLAB_BYTES - block; at >= slab; at -= block) {
            free(at, block);
        }
    }

    @Override
    public void close() {
        large.values().forEach(Arena::close);
        large.clear();
        arena.close();
    }
}
