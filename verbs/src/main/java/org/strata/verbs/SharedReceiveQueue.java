package org.strata.verbs;

/** A receive queue that many queue pairs take from. Thread-safe. */
public interface SharedReceiveQueue extends AutoCloseable {
    /**
     * Posts a receive request and those linked to it ({@link RecvWr#next}). Everything is copied
     * before return but the buffers themselves. Tier 1.
     *
     * @return OK; NO_RESOURCE when the queue is full; BAD_ARGUMENT for too many elements. Then
     *     {@link RecvWr#rejected} of {@code wr} names the first request that was not taken
     */
    int post(RecvWr wr);

    /**
     * Asks for one {@link AsyncEventType#SRQ_LIMIT_REACHED} when fewer than {@code limit} requests
     * are left; 0 asks for none. One-shot: arm again after the event.
     *
     * @throws VerbsException EINVAL when the limit is more than the queue holds
     */
    void arm(int limit);

    /** Returns the limit that is armed; 0 when none. */
    int limit();

    /** Returns the requests that fit. */
    int maxWr();

    /**
     * Makes room for more (or fewer) requests; those posted are kept.
     *
     * @throws VerbsException EINVAL when those posted don't fit, EOPNOTSUPP
     */
    void resize(int maxWr);

    /** Returns the number that peers address an XRC queue by; 0 for others. */
    int number();

    /**
     * @throws VerbsException EBUSY when queue pairs use it
     */
    @Override
    void close();
}
