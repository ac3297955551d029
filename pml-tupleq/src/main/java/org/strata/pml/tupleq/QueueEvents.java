package org.strata.pml.tupleq;

/** What the queues report to the receiver's modes. */
interface QueueEvents {
    /** No receive can be posted to a queue of the pair, and nothing that could help happens. */
    void exhausted(IncomingPair in);
}
