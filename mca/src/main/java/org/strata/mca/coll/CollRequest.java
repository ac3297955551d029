package org.strata.mca.coll;

import org.strata.mca.pml.PmlRequest;

/**
 * A collective operation that progress executes (MPI 3.1 §5.12). It is complete before its first
 * start. One that was recorded for repetition can be started again whenever it is complete.
 */
public abstract class CollRequest extends PmlRequest {
    /**
     * Returns why the operation cannot be started, the same at all members: NO_RESOURCE when as
     * many persistent collectives of the communicator exist as there may be, or what their members'
     * agreement failed with; OK for one that is not persistent.
     */
    public abstract int refusal();

    /**
     * Starts the operation and executes what does not have to wait. Inside the bracket; never
     * blocks.
     */
    public abstract void start();

    /**
     * Returns what a function of the program has thrown since the start, or null. {@code error} is
     * {@code FUNCTION_FAILED} then, unless a message has failed before.
     */
    public abstract Throwable thrown();

    /**
     * Ends a request that can be started again, and never will be: releases what it holds for its
     * starts. It is complete; called once. Inside the bracket.
     */
    public abstract void discard();

    /** Has no effect: collective operations cannot be cancelled (MPI 3.1 §5.12). */
    @Override
    public final void cancel() {}
}
