package org.strata.verbs;

/** A receive queue from which many queue pairs consume requests. Thread-safe. */
public interface SharedReceiveQueue extends AutoCloseable {
    /**
     * Posts a receive request and those linked to it ({@link RecvWr#next}). Before it returns it
     * copies everything but the buffers. Tier 1.
     *
     * @return OK; NO_RESOURCE when the queue is full; BAD_ARGUMENT for too many elements. Then
     *     {@link RecvWr#rejected} of {@code wr} names the first request that was not posted
     */
    int post(RecvWr wr);

    /**
     * Arms one {@link AsyncEventType#SRQ_LIMIT_REACHED}, which comes when fewer than {@code limit}
     * requests are left; 0 disarms it. The event disarms the queue: arm it again.
     *
     * @throws VerbsException EINVAL when the limit is more than {@link #maxWr}
     */
    void arm(int limit);

    /** Returns the limit that is armed; 0 when none. */
    int limit();

    /** Returns the number of requests that fit. */
    int maxWr();

    /**
     * Resizes the queue; posted requests stay.
     *
     * @throws VerbsException EINVAL when the posted requests do not fit, EOPNOTSUPP
     */
    void resize(int maxWr);

    /** Returns the number by which peers address an XRC queue; 0 for other queues. */
    int number();

    /**
     * @throws VerbsException EBUSY while queue pairs use it
     */
    @Override
    void close();
}
