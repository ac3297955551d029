package org.strata.mca.btl;

import org.strata.mca.rcache.Registration;

/** A queue of buffers into which one peer's messages land, in order; see {@link QueueBtl}. */
public interface ReceiveQueue {
    /**
     * Returns the number by which the peer names the queue: above 0, and of no other queue of this
     * process between {@link QueueBtl#open} and {@link #release}.
     */
    int number();

    /**
     * Posts a receive behind the others. Tier 1: no allocation.
     *
     * @param address where the data go; unused for length 0
     * @param length room, at most {@link QueueBtl#maxMessage}
     * @param registration covers the memory with LOCAL_WRITE; null for length 0
     * @param context passed to the arrival callback
     * @return OK; NO_RESOURCE when as many receives are posted as the queue is deep, or the adapter
     *     accepts no more now
     */
    int post(long address, long length, Registration registration, Object context);

    /**
     * Closes the queue: its posted receives are over without a callback, and their memory is the
     * caller's again. Messages to it are returned to their sender from now on. The upper layer
     * calls this only while the peer is halted and quiet, or lost, or when no receive is posted.
     */
    void close();

    /**
     * Ends a closed queue: the peer has forgotten its number ({@link QueueBtl#forget}), and none of
     * its sends to it is unfinished. The BTL forgets the count of arrivals, and may use the number
     * again.
     */
    void release();
}
