package org.strata.opal.platform;

/** Calls on pages of this process's memory, and long copies within it. Stateless. */
public interface PageCalls {
    /**
     * Returns the bytes of a page, a power of two. Where the system does not tell, it is a multiple
     * of the true number.
     */
    long size();

    /** Maps zeroed pages; returns their address, or 0 when there are none. */
    long map(long bytes);

    /**
     * Maps reserved huge pages of 2 MiB.
     *
     * @param bytes a multiple of 2 MiB
     * @return their address, or 0 when there are too few
     */
    long mapHuge(long bytes);

    /** Asks for huge pages in a range of whole pages; returns whether the system accepts. */
    boolean adviseHuge(long address, long bytes);

    /**
     * Unmaps a range of whole pages that has been mapped here.
     *
     * @throws IllegalStateException where {@link #map} always returns 0
     */
    void unmap(long address, long bytes);

    /** Locks pages in memory: 0, or negative errno. */
    int lock(long address, long bytes);

    /** Unlocks pages: 0, or negative errno. */
    int unlock(long address, long bytes);

    /**
     * Reads a byte of each page of a range, which makes all present, and returns whether every one
     * could be read; true where the platform cannot ask.
     */
    boolean readable(long from, long to);

    /** Copies 32 KiB or more between ranges of native memory, which may overlap. */
    void copyLong(long source, long target, long bytes);
}
