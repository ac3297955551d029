package org.strata.opal.sys;

import org.strata.opal.platform.PageCalls;
import org.strata.opal.platform.Platform;

/**
 * Pages of memory: their size, and anonymous memory from the system in whole pages, zeroed.
 * Stateless.
 */
public final class Pages {
    private static final PageCalls CALLS = Platform.services().pages();
    private static final long SIZE = CALLS.size();

    private Pages() {}

    /** Returns the bytes of a page of this system, a power of two: 4096, 16384 or 65536. */
    public static long size() {
        return SIZE;
    }

    /** Returns the address where the page of an address begins. */
    public static long floor(long address) {
        return address & -SIZE;
    }

    /** Returns the first page boundary at or above an address, or number of bytes. */
    public static long ceil(long address) {
        return (address + SIZE - 1) & -SIZE;
    }

    /** Maps ordinary pages; returns their address, or 0 when there are none. */
    public static long map(long bytes) {
        return CALLS.map(bytes);
    }

    /**
     * Maps pages of the kernel's pool of huge pages (hugetlb) of 2 MiB.
     *
     * @param bytes a multiple of 2 MiB
     * @return their address, or 0 when the pool has too few
     */
    public static long mapHuge(long bytes) {
        return CALLS.mapHuge(bytes);
    }

    /**
     * Asks for transparent huge pages in a range of whole pages; returns whether the kernel
     * accepts.
     */
    public static boolean adviseHuge(long address, long bytes) {
        return CALLS.adviseHuge(address, bytes);
    }

    /** Unmaps a range of mapped pages. An access to it afterwards kills the process. */
    public static void unmap(long address, long bytes) {
        CALLS.unmap(address, bytes);
    }
}
