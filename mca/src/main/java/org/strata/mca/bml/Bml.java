package org.strata.mca.bml;

import org.strata.mca.btl.Btl;
import org.strata.mca.proc.Proc;

import java.util.List;

/** Decides which BTLs serve which peer. Not on the critical path once an endpoint is known. */
public interface Bml {
    /**
     * Opens the selected BTLs; called once, before anything else.
     *
     * @param failures told when a peer loses a link
     * @throws org.strata.mca.base.StackException when no BTL is left that could reach any other
     *     process
     */
    void open(LinkFailureListener failures);

    /**
     * Returns the endpoint of a peer, asking every BTL at the first call.
     *
     * @return an endpoint with no links when nothing reaches the peer; {@link #explain} says why
     */
    BmlEndpoint endpoint(Proc peer);

    /** Returns the boxed "unreachable" text: both processes, and what each BTL refused and why. */
    String explain(Proc peer);

    /** Returns all open BTLs, best exclusivity first. */
    List<Btl> btls();

    /** Closes every BTL. */
    void close();

    /** Told of failed links: the PML. */
    interface LinkFailureListener {
        /** A link is gone from the endpoint's arrays; {@code endpoint} may have others left. */
        void onLinkFailed(BmlEndpoint endpoint, BtlLink link, int rc, String reason);
    }
}
