package org.strata.btl.tcp;

/** A step with a deadline. */
interface Timed {
    /** Returns the deadline on the rank's clock. */
    long deadlineNanos();

    /** The deadline has passed. */
    void expire();
}
