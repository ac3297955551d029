package org.strata.pml.ob1;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Native memory for copies of packets and buffered messages, in size classes by powers of two; what
 * is larger than the largest class is allocated for its own. Tier 1 up to the largest class.
 */
final class PayloadPool implements AutoCloseable {
    private static final int MIN_SHIFT = 6;
    private static final int MAX_SHIFT = 17;
    private static final long SLAB_BYTES = 1 << 18;

    private final Arena arena = Arena.ofShared();
    private final long[][] free = new long[MAX_SHIFT - MIN_SHIFT + 1][16];
    private final int[] freeCount = new int[MAX_SHIFT - MIN_SHIFT + 1];
    private final Map<Long, Arena> large = new HashMap<>();

    /** Returns the address of at least {@code bytes} bytes, aligned to 64. */
    long take(long bytes) {
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
        return free[index][--freeCount[index]];
    }

    /** Gives memory back that was taken for {@code bytes} bytes. */
    void give(long address, long bytes) {
        if (bytes > 1L << MAX_SHIFT) {
            large.remove(address).close();
            return;
        }
        int index = index(bytes);
        if (freeCount[index] == free[index].length) {
            free[index] = Arrays.copyOf(free[index], freeCount[index] * 2);
        }
        free[index][freeCount[index]++] = address;
    }

    private static int index(long bytes) {
        int shift = 64 - Long.numberOfLeadingZeros(Math.max(bytes, 1) - 1);
        return Math.max(shift, MIN_SHIFT) - MIN_SHIFT;
    }

    private void addSlab(int index) {
        long block = 1L << (index + MIN_SHIFT);
        long slab = arena.allocate(SLAB_BYTES, 64).address();
        for (long at = slab + SLAB_BYTES - block; at >= slab; at -= block) {
            give(at, block);
        }
    }

    @Override
    public void close() {
        large.values().forEach(Arena::close);
        large.clear();
        arena.close();
    }
}
