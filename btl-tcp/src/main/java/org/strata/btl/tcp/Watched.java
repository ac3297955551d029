package org.strata.btl.tcp;

/** A connected socket that the selector watches, or that is polled instead. */
@FunctionalInterface
interface Watched {
    /** Sets whether the selector watches the socket. */
    void watch(boolean on);
}
