package org.strata.mca.btl;

/** Handles broken links: the BML. */
@FunctionalInterface
public interface BtlErrorHandler {
    /**
     * The link to one peer has failed; its outstanding descriptors have completed with an error.
     *
     * @param rc LINK_FAILED when this link is broken, PEER_FAILED when the process is dead
     * @param reason one line for the user: what failed, address, errno text
     */
    void onError(Btl btl, BtlEndpoint endpoint, int rc, String reason);
}
