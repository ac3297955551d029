package org.strata.verbs.soft;

/** A queue pair, as what executes waiting requests and waits for executed ones sees it. */
interface ExecutingPair {
    /** {@link #runPending}: no request waits. */
    long IDLE = Long.MAX_VALUE;

    /** Executes waiting requests; returns when to run again, or {@link #IDLE} when none is left. */
    long runPending(long now);

    /**
     * Flushes the pair if a peer has changed it to ERR, or one of its completion queues has
     * overflowed.
     */
    void checkErrors();

    /** Changes the pair to ERR, as an adapter does for an internal error. */
    void fail();

    /** Waits until no request is executed, or the executed one is known not to use a key. */
    void awaitExecution(int key);

    /** Returns whether a thread executes a request, or may. */
    boolean executes();

    /** Returns the address of the pair's record. */
    long record();

    /** Lets nothing execute a request, until {@link #unlock}. */
    void lock();

    /** Ends {@link #lock}. */
    void unlock();
}
