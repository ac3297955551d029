package org.strata.pml.ob1.wire;

/** An operation that found no resource and is queued at its endpoint: a request. */
public interface Waiter {
    /**
     * Tries again; returns false when the resource is still missing. May complete the operation.
     */
    boolean retry();

    /** Returns whether it is a message of which nothing has been sent. */
    default boolean begins() {
        return false;
    }

    /** Returns whether it is in the queue. */
    boolean queued();

    /** Sets whether it is in the queue; only {@link RetryQueues} calls this. */
    void setQueued(boolean queued);

    /** The message that a link had accepted has left this process; see {@link Departures}. */
    default void onLeft() {
        throw new IllegalStateException("not a message: " + this);
    }

    /** Fails the operation: no link leads to the peer any more. */
    void fail(int rc);
}
