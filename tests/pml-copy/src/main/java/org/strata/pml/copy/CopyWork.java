package org.strata.pml.copy;

/** Something to send to a peer that may have to wait for a resource. */
interface CopyWork {
    /** Sends what it can; returns false when a resource is missing and it must be tried again. */
    boolean attempt();

    /** Ends without having been sent: the peer is lost. */
    void abandon(int rc);

    /** Returns whether it is the begin of a message, which a receiver may ask to hold back. */
    default boolean begins() {
        return false;
    }
}
