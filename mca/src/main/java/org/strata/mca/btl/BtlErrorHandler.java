package org.strata.mca.btl;

/** Told of links that broke: the BML. */
@FunctionalInterface
public interface BtlErrorHandler {
    /**
     * The link to one peer is gone. Outstanding descriptors have been completed with an error.
     *
     * @param rc LINK_FAILED when only this link is gone, PEER_FAILED when the process is
     * @param reason one line for the user: what failed, address, errno text
     */
    void onError(Btl btl, BtlEndpoint endpoint, int rc, String reason);
}
