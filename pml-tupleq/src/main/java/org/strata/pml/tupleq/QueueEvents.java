package org.strata.pml.tupleq;

/** What the queues report to the receiver's modes. */
interface QueueEvents {
    /** No receive can be posted to a queue of the pair, and nothing that could help happens. */
    void exhausted(IncomingPair in);

    /** A message has consumed the notice of a tuple. */
    void noticed(InTuple tuple);
}
