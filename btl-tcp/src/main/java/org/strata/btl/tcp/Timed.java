package org.strata.btl.tcp;

/** Something that must not take for ever. */
interface Timed {
    /** Returns when patience ends, on the rank's clock. */
    long deadlineNanos();

    /** Patience has ended. */
    void expire();
}
