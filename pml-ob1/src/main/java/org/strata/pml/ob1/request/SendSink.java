package org.strata.pml.ob1.request;

/** What happens to send requests, reported to the layer that started them. */
public interface SendSink {
    /** Tries what found no resource once more; returns false when one is still missing. */
    boolean retry(SendRequest request);

    /** A BTL has sent a fragment of {@code bytes} bytes, or failed to with {@code rc}. */
    void onFragmentSent(SendRequest request, long bytes, int rc);

    /** A request fails: whatever it has asked of RDMA is to end. */
    void onFailure(SendRequest request, int rc);

    /** A request is over; its owner has not seen it yet. */
    void onEnd(SendRequest request);
}
