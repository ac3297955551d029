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
     * What this endpoint has ever accepted, in a unit of the BTL's own (bytes, messages). Never
     * decreases. Only the BTL writes it.
     */
    public long accepted;

    /**
     * How much of {@link #accepted} needs this process no more: it is in the kernel, in the adapter
     * or at the peer, or was dropped with its link. Equal to {@code accepted} when nothing waits
     * here for a connection, a credit or room in a socket. Only the BTL writes it.
     */
    public long departed;

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
