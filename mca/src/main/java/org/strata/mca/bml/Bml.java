package org.strata.mca.bml;

import org.strata.mca.btl.Btl;
import org.strata.mca.proc.Proc;

import java.util.List;

/** Decides which BTLs serve which peer. Not on the critical path once an endpoint is known. */
public interface Bml {
    /**
     * Opens the selected BTLs; called once, before anything else.
     *
     * @param failures called when a link to a peer fails
     * @throws org.strata.mca.base.StackException when no BTL is left that could reach any other
     *     process
     */
    void open(LinkFailureListener failures);

    /**
     * Returns the endpoint of a peer. The first call asks every BTL whether it reaches the peer.
     *
     * @return an endpoint with no links when nothing reaches the peer; {@link #explain} says why
     */
    BmlEndpoint endpoint(Proc peer);

    /**
     * A process is gone, though perhaps no link to it has failed: it fails all of them, and
     * notifies the listener at least once. On a thread that polls.
     */
    void lose(Proc peer, String reason);

    /** Returns the "unreachable" text: both processes, and why each BTL does not connect them. */
    String explain(Proc peer);

    /** Returns all open BTLs, best exclusivity first. */
    List<Btl> btls();

    /** Closes every BTL. */
    void close();

    /** Handles failed links: the PML. */
    interface LinkFailureListener {
        /**
         * A failed link has been removed from the endpoint's arrays; others may be left.
         *
         * @param link null when a peer is lost to which there was no link
         */
        void onLinkFailed(BmlEndpoint endpoint, BtlLink link, int rc, String reason);
    }
}
