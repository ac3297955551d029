package org.strata.opal.sys;

/**
 * Anonymous memory from the kernel in whole pages, zeroed: mmap and its kin. Stateless; on systems
 * other than Linux every call fails.
 */
public final class Pages {
    private static final long READ_WRITE = 3;
    private static final long PRIVATE_ANONYMOUS = 0x22;
    private static final long HUGE = 0x40000;
    private static final long ADVICE_HUGE = 14;

    private static final long MMAP = SystemCall.number(9, 222, 90, -1);
    private static final long MUNMAP = SystemCall.number(11, 215, 91, 91);
    private static final long MADVISE = SystemCall.number(28, 233, 205, 219);

    private Pages() {}

    /** Maps ordinary pages; returns their address, or 0 when the kernel refuses. */
    public static long map(long bytes) {
        return map(bytes, PRIVATE_ANONYMOUS);
    }

    /**
     * Maps pages of the kernel's pool of huge pages (hugetlb).
     *
     * @param bytes a multiple of the huge page size
     * @return their address, or 0 when the pool has too few
     */
    public static long mapHuge(long bytes) {
        return map(bytes, PRIVATE_ANONYMOUS | HUGE);
    }

    private static long map(long bytes, long flags) {
        if (MMAP < 0) {
            return 0;
        }
        long address = SystemCall.call(MMAP, 0, bytes, READ_WRITE, flags);
        return address == -1 ? 0 : address;
    }

    /**
     * Asks for transparent huge pages in a range of whole pages; returns whether the kernel
     * accepts.
     */
    public static boolean adviseHuge(long address, long bytes) {
        return MADVISE >= 0 && SystemCall.call(MADVISE, address, bytes, ADVICE_HUGE, 0) == 0;
    }

    /** Unmaps a range of whole pages. An access to it afterwards kills the process. */
    public static void unmap(long address, long bytes) {
        SystemCall.call(MUNMAP, address, bytes, 0, 0);
    }
}
