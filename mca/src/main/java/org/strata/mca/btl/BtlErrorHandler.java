package org.strata.mca.btl;

/** Handles broken links: the BML. */
@FunctionalInterface
public interface BtlErrorHandler {
    /**
     * The link to one peer has failed; its outstanding descriptors have completed with an error.
     * Called from {@code progress()} only, never inside another call of {@link Btl}: the upper
     * layer is in the middle of something there, such as handing a packet to this very link. A BTL
     * that learns of the failure inside a call returns LINK_FAILED, or what the call has done, and
     * reports the link in its next progress.
     *
     * @param rc LINK_FAILED when this link is broken, PEER_FAILED when the process is dead
     * @param reason one line for the user: what failed, address, errno text
     */
    void onError(Btl btl, BtlEndpoint endpoint, int rc, String reason);
}
