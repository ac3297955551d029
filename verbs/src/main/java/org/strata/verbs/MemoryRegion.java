package org.strata.verbs;

/** Registered memory. Immutable; thread-safe. */
public interface MemoryRegion extends AutoCloseable {
    /** Returns the first registered byte's address. */
    long address();

    /** Returns the registered bytes. */
    long length();

    /** Returns the allowed accesses, a union of {@link Access}'s constants. */
    int access();

    /** Returns the key of the memory in work requests of this process. */
    int lkey();

    /** Returns the key of the memory in work requests of peers. */
    int rkey();

    /**
     * Returns how far the order of RDMA writes can be seen in this memory, whatever the queue pair
     * promises.
     */
    DataOrder dataOrder();

    /**
     * Deregisters and unpins. When it returns, the device does not access the memory any more; work
     * requests that still name it fail.
     */
    @Override
    void close();
}
