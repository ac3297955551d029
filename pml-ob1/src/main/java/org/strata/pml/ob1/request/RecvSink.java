package org.strata.pml.ob1.request;

/** What happens to receive requests, reported to the layer that delivers to them. */
public interface RecvSink {
    /** Tries what found no resource once more; returns false when one is still missing. */
    boolean retry(RecvRequest request);

    /** A request is over; its owner has not seen it yet. */
    void onEnd(RecvRequest request);
}
