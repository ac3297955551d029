package org.strata.pml.ob1.request;

/** Handles the events of receive requests: the layer above. */
public interface RecvSink {
    /** Tries again what found no resource; returns false when it is still missing. */
    boolean retry(RecvRequest request);

    /**
     * A request has ended: releases its resources. Called before the request completes for its
     * owner; not for one that {@link RecvRequest#completeAtOnce} ends, which has none.
     */
    void onEnd(RecvRequest request);
}
