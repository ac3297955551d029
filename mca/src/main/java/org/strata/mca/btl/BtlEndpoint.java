package org.strata.mca.btl;

import org.strata.mca.proc.Proc;

/**
 * One peer as one {@link Btl} reaches it; each BTL extends this with its connection state. Made by
 * {@link Btl#addPeer}, valid until {@link Btl#removePeer}.
 */
public abstract class BtlEndpoint {
    private final Proc peer;

    /** The PML's record of the process, which the PML sets at the first packet; null before. */
    public Object pmlData;

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
