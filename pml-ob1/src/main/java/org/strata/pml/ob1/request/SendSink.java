package org.strata.pml.ob1.request;

/** Handles the events of send requests: the layer above. */
public interface SendSink {
    /** Tries again what found no resource; returns false when it is still missing. */
    boolean retry(SendRequest request);

    /** A BTL has completed a fragment of {@code bytes} bytes, with {@code rc}. */
    void onFragmentSent(SendRequest request, long bytes, int rc);

    /** A request fails: ends its orders to write. */
    void onFailure(SendRequest request, int rc);

    /**
     * A request has ended: releases its resources. Called before the request completes for its
     * owner.
     */
    void onEnd(SendRequest request);
}
