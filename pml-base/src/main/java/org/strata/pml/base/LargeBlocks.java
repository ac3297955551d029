package org.strata.pml.base;

import java.lang.foreign.Arena;
import java.util.HashMap;
import java.util.Map;

/** Blocks that are longer than any size class of {@link PayloadPool}, each with its own memory. */
final class LargeBlocks implements AutoCloseable {
    /**
     * What an allocation of the JDK's takes besides its bytes, at most: alignment, zeroing, pages.
     */
    private static final long ROUNDING = 4096;

    private final Map<Long, Arena> blocks = new HashMap<>();
    private long mapped;

    long allocate(long bytes) {
        Arena own = Arena.ofShared();
        long address = own.allocate(bytes, 64).address();
        blocks.put(address, own);
        mapped += taken(bytes);
        return address;
    }

    void free(long address, long bytes) {
        blocks.remove(address).close();
        mapped -= taken(bytes);
    }

    static long taken(long bytes) {
        return bytes + ROUNDING;
    }

    long mapped() {
        return mapped;
    }

    @Override
    public void close() {
        blocks.values().forEach(Arena::close);
        blocks.clear();
        mapped = 0;
    }
}
