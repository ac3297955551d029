package org.strata.verbs;

/** Where datagrams go: a port, and the way to it. Thread-safe. */
public interface AddressHandle extends AutoCloseable {
    /** Returns the provider's own number of it, which requests carry. */
    long handle();

    /** Destroys it: no request that names it may be under way. */
    @Override
    void close();
}
