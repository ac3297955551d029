package org.strata.verbs;

/**
 * A queue pair. Thread-safe; requests of one queue are processed in the order in which the posts
 * returned.
 */
public interface QueuePair extends AutoCloseable {
    /** Returns its number, to which the peer connects. 24 bits. */
    int number();

    /** Returns its transport service. */
    QpType type();

    /** Returns its state, which an error may change at any time. Cheap enough for the data path. */
    QpState state();

    /**
     * Changes attributes, and the state when one is set.
     *
     * <p>Required with a transition: to INIT port, pkey index, access; to RTR path (MTU,
     * destination, address), receive PSN, and for targets max-dest-rd-atomic and RNR timer; to RTS
     * send PSN, timeout, retries, RNR retries, max-rd-atomic.
     *
     * @throws VerbsException EINVAL for a transition that is not legal or lacks an attribute
     */
    void modify(QpAttributes attributes);

    /** Returns its present attributes, those that have been set. */
    QpAttributes query();

    /**
     * Returns in which order the peer's RDMA writes over this pair are seen in memory of this side,
     * as far as the pair decides it; {@link MemoryRegion#dataOrder} has the memory's part. Some
     * devices know it from RTS on: before, they promise nothing. Tier 3.
     */
    DataOrder dataOrder();

    /**
     * Posts a send request and those linked to it ({@link SendWr#next}). Before it returns it
     * copies everything but the buffers that are not inline. Tier 1.
     *
     * @return OK; NO_RESOURCE when the queue is full; BAD_ARGUMENT for a state that allows no posts
     *     (RESET, INIT, RTR), too many elements, too long an inline payload or an unknown
     *     operation. Then {@link SendWr#rejected} of {@code wr} names the first request that was
     *     not posted. In ERR requests are posted and flushed
     */
    int postSend(SendWr wr);

    /**
     * Posts one RDMA write of one element; the same as {@link #postSend} of such a request. A
     * provider may execute it without a request in memory.
     *
     * @param scratch a request that is linked to no other, for providers that need one
     * @param flags of {@link SendFlags}
     */
    default int postWrite(
            SendWr scratch,
            long wrId,
            int flags,
            long source,
            int length,
            int lkey,
            long remote,
            int rkey) {
        scratch.operation(WrOpcode.RDMA_WRITE, flags)
                .sge(source, length, lkey)
                .remote(remote, rkey)
                .wrId(wrId);
        return postSend(scratch);
    }

    /**
     * Posts a receive request and those linked to it, as {@link SharedReceiveQueue#post}.
     *
     * @return also BAD_ARGUMENT in RESET, or when a shared receive queue is used
     */
    int postRecv(RecvWr wr);

    /**
     * Destroys it. Requests in flight end without completion; completions that were not polled yet
     * stay in their queue unless the provider removes them.
     */
    @Override
    void close();
}
