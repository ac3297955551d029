package org.strata.verbs;

/** Registered memory. Immutable; thread-safe. */
public interface MemoryRegion extends AutoCloseable {
    /** Returns the first registered byte's address. */
    long address();

    /** Returns the registered bytes. */
    long length();

    /** Returns what is allowed, a union of {@link Access}'s constants. */
    int access();

    /** Returns the key that work requests of this process name the memory by. */
    int lkey();

    /** Returns the key that peers name the memory by. */
    int rkey();

    /**
     * Deregisters and unpins. When it returns, the device does not touch the memory any more; work
     * requests that still name it fail.
     */
    @Override
    void close();
}
