package org.strata.pml.ob1.wire;

/** An operation that found no resource and waits in its endpoint's queue: a request. */
public interface Waiter {
    /** Tries again; returns false when a resource is still missing. May end the operation. */
    boolean retry();

    /** Returns whether it is in the queue. */
    boolean queued();

    /** Sets whether it is in the queue; only {@link RetryQueues} calls this. */
    void setQueued(boolean queued);

    /** Ends the operation: no link leads to the peer any more. */
    void fail(int rc);
}
