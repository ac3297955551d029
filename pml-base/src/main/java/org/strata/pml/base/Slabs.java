package org.strata.pml.base;

import org.strata.opal.memory.Memory;
import org.strata.opal.sys.Pages;

import java.lang.foreign.Arena;
import java.util.HashMap;
import java.util.Map;

/**
 * Large aligned pieces of memory from the system, for {@link PayloadPool}: pages of the kernel,
 * which has them again when a slab is returned, or the JDK's memory where there are no such calls.
 * A few empty slabs are kept, so that bursts of messages do not fault in the same pages again and
 * again. The slabs in use are a list through their first bytes. Tier 2.
 */
final class Slabs implements AutoCloseable {
    /** Bytes of empty slabs that are kept: bursts up to this size cost no system call. */
    static final long RESERVE = 16 << 20;

    /** Bytes at the start of a slab that belong to this class. */
    static final int HEADER = 16;

    private static final int NEXT = 0;
    private static final int PREVIOUS = 8;

    private final long bytes;

    /** Slabs from the JDK, where the kernel's pages cannot be had; by address. */
    private final Map<Long, Arena> arenas = new HashMap<>();

    /** Addresses of empty slabs. */
    private final long[] empty;

    private int emptyCount;

    /** The slab taken last that is in use, or 0. */
    private long newest;

    private long mapped;

    /**
     * @param bytes size and alignment of each slab, a power of two and whole pages
     */
    Slabs(long bytes) {
        this.bytes = bytes;
        this.empty = new long[(int) (RESERVE / bytes)];
    }

    /** Returns the address of a slab; what follows its header is undefined. */
    long take() {
        long slab = emptyCount > 0 ? empty[--emptyCount] : map();
        long next = newest;
        Memory.putWords(slab, next, 0);
        if (next != 0) {
            Memory.putWord(next + PREVIOUS, slab);
        }
        newest = slab;
        return slab;
    }

    /** Returns a slab that nothing uses any more. */
    void give(long slab) {
        long next = Memory.getWord(slab + NEXT);
        long previous = Memory.getWord(slab + PREVIOUS);
        if (next != 0) {
            Memory.putWord(next + PREVIOUS, previous);
        }
        if (previous != 0) {
            Memory.putWord(previous + NEXT, next);
        } else {
            newest = next;
        }
        if (emptyCount < empty.length) {
            empty[emptyCount++] = slab;
        } else {
            unmap(slab);
        }
    }

    /** Returns the bytes that this process has from the system. */
    long mapped() {
        return mapped;
    }

    /** Maps twice the size, of which one half is aligned, and unmaps the rest. */
    private long map() {
        mapped += bytes;
        long start = Pages.map(2 * bytes);
        if (start == 0) {
            return allocate();
        }
        long slab = (start + bytes - 1) & -bytes;
        if (slab > start) {
            Pages.unmap(start, slab - start);
        }
        Pages.unmap(slab + bytes, start + bytes - slab);
        return slab;
    }

    private long allocate() {
        Arena arena = Arena.ofShared();
        long slab = arena.allocate(bytes, bytes).address();
        arenas.put(slab, arena);
        return slab;
    }

    private void unmap(long slab) {
        mapped -= bytes;
        Arena arena = arenas.remove(slab);
        if (arena != null) {
            arena.close();
        } else {
            Pages.unmap(slab, bytes);
        }
    }

    /** Unmaps all slabs, those in use included. */
    @Override
    public void close() {
        while (emptyCount > 0) {
            unmap(empty[--emptyCount]);
        }
        while (newest != 0) {
            long slab = newest;
            newest = Memory.getWord(slab + NEXT);
            unmap(slab);
        }
    }
}
