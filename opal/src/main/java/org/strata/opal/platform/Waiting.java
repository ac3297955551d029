package org.strata.opal.platform;

/**
 * Sleeps on words that several processes map, and fences that other processes pass. Stateless; any
 * thread may call.
 */
public interface Waiting {
    /**
     * Returns whether {@link #wake} ends an {@link #await}. Where it does not, sleepers that can be
     * rung otherwise choose that.
     */
    boolean wakes();

    /**
     * Sleeps while the word at an address has an expected value, at most for a time; may return
     * early. Allocates nothing.
     *
     * @param nanos the time; a platform that cannot be woken sleeps for a millisecond at most
     * @param scratch {@link #SCRATCH_BYTES} of this thread's own memory, aligned to 8
     */
    void await(long address, int expected, long nanos, long scratch);

    /** Wakes every thread of every process that sleeps on the word at an address. */
    void wake(long address);

    /**
     * Makes the barriers of other processes reach this one's threads, and its own possible.
     *
     * @return false when there are none: every process needs fences of its own
     */
    boolean joinBarriers();

    /**
     * Makes every running thread of every joined process pass a full fence before it returns; only
     * after {@link #joinBarriers} has returned true.
     *
     * @throws IllegalStateException where there are none
     */
    void barrier();

    /** Bytes that {@link #await} needs. */
    int SCRATCH_BYTES = 2 * Long.BYTES;
}
