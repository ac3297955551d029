package org.strata.testkit.sim;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Memory of the packets that are on their way in one simulated network. Blocks are reused: to
 * allocate and close an arena per packet costs far more than everything else that happens to it.
 */
final class SimPackets {
    private static final int BLOCKS_PER_SLAB = 16;
    private static final int ALIGNMENT = 64;

    /** What released packets are filled with: whoever still reads one gets no valid header. */
    private static final byte POISON = (byte) 0xEE;

    private final long blockBytes;

    /** Never closed: the slabs live as long as this object. */
    private final Arena arena = Arena.ofAuto();

    private long[] free = new long[BLOCKS_PER_SLAB];
    private int freeCount;

    /**
     * @param longest bytes of the longest packet
     */
    SimPackets(int longest) {
        blockBytes = (Math.max(longest, 1) + ALIGNMENT - 1L) / ALIGNMENT * ALIGNMENT;
    }

    /** Returns the address of memory for one packet. */
    long allocate() {
        if (freeCount == 0) {
            addSlab();
        }
        return free[--freeCount];
    }

    private void addSlab() {
        long slab = arena.allocate(blockBytes * BLOCKS_PER_SLAB, ALIGNMENT).address();
        for (int i = 0; i < BLOCKS_PER_SLAB; i++) {
            put(slab + i * blockBytes);
        }
    }

    /** Releases the memory of a packet of so many bytes. */
    void release(long address, int length) {
        MemorySegment.ofAddress(address).reinterpret(length).fill(POISON);
        put(address);
    }

    private void put(long address) {
        if (freeCount == free.length) {
            free = Arrays.copyOf(free, 2 * freeCount);
        }
        free[freeCount++] = address;
    }
}
