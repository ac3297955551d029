package org.strata.testkit.memory;

import org.strata.opal.sys.Pages;

import java.util.Random;

/**
 * A range of addresses in which a test maps memory where it likes, as allocators in other languages
 * do: what is unmapped is gone at once, and the next mapping may lie at the same place, or overlap
 * it. Nobody else maps anything there. Thread-safe.
 */
final class AddressRoom implements AutoCloseable {
    private static final int NONE = 0;
    private static final int READ_WRITE = 3;
    private static final int PRIVATE_ANONYMOUS = 0x22;
    private static final int FIXED = 0x10;

    private final int pages;
    private final long start;
    private final boolean[] taken;
    private boolean closed;

    AddressRoom(int pages) {
        this.pages = pages;
        this.taken = new boolean[pages];
        this.start = map(0, pages * Pages.size(), NONE, PRIVATE_ANONYMOUS);
    }

    private static long map(long address, long bytes, int access, int flags) {
        long mapped = Libc.mmap(address, bytes, access, flags);
        if (mapped == -1) {
            throw new AssertionError("mmap of " + bytes + " bytes");
        }
        return mapped;
    }

    /** Maps so many pages somewhere; returns their address, or 0 when there is no place. */
    synchronized long map(Random random, int count) {
        int tries = 20;
        while (tries-- > 0) {
            int first = random.nextInt(pages - count + 1);
            if (isFree(first, count)) {
                mark(first, count, true);
                long address = start + first * Pages.size();
                int flags = PRIVATE_ANONYMOUS | FIXED;
                return map(address, count * Pages.size(), READ_WRITE, flags);
            }
        }
        return 0;
    }

    private boolean isFree(int first, int count) {
        for (int page = first; page < first + count; page++) {
            if (taken[page]) {
                return false;
            }
        }
        return true;
    }

    private void mark(int first, int count, boolean as) {
        for (int page = first; page < first + count; page++) {
            taken[page] = as;
        }
    }

    /**
     * Unmaps pages: an access to them kills the process, and no adapter can pin them. Does nothing
     * once the room is closed: its addresses are somebody else's, and the collector may be late.
     */
    synchronized void unmap(long address, int count) {
        if (closed) {
            return;
        }
        map(address, count * Pages.size(), NONE, PRIVATE_ANONYMOUS | FIXED);
        mark((int) ((address - start) / Pages.size()), count, false);
    }

    @Override
    public synchronized void close() {
        closed = true;
        Libc.munmap(start, pages * Pages.size());
    }
}
