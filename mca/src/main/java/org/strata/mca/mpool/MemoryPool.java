package org.strata.mca.mpool;

/** Allocates native memory of one kind. Thread-safe. */
public interface MemoryPool {
    /** Returns the pool's name for messages and statistics: {@code "shared"}. */
    String name();

    /**
     * Allocates zeroed memory aligned to the pool's page size.
     *
     * @param bytes 0 or more
     * @return null when the pool has none left
     */
    Block allocate(long bytes);

    /** Returns the block that contains an address, or null when this pool has no such block. */
    Block find(long address);

    /** One allocation. Its memory stays mapped until {@link #release}. */
    interface Block {
        /** Returns the address of the first byte. */
        long address();

        /** Returns the usable bytes. */
        long length();

        /** Releases the memory; a second call does nothing. */
        void release();
    }
}
