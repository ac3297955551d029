package org.strata.mca.btl;

import org.strata.mca.proc.Proc;

/**
 * One peer as one {@link Btl} reaches it; each BTL extends this with its connection state. Made by
 * {@link Btl#addPeer}, valid until {@link Btl#removePeer}.
 */
public abstract class BtlEndpoint {
    private final Proc peer;

    /**
     * @param peer the process at the other end
     */
    protected BtlEndpoint(Proc peer) {
        this.peer = peer;
    }

    /** Returns the process at the other end. */
    public final Proc peer() {
        return peer;
    }
}
