package org.strata.mca.bml;

import org.strata.mca.proc.Proc;

/**
 * The links that serve one peer, in order of preference. When a link fails, the arrays are
 * replaced, not changed in place: an index may become invalid.
 */
public final class BmlEndpoint {
    private static final BtlLink[] NONE = {};

    /** The peer. */
    public final Proc peer;

    /** Links for eager and control messages: those with the least latency. */
    public BtlLink[] eager = NONE;

    /** Links for fragments of long messages. */
    public BtlLink[] send = NONE;

    /** Links with put or get. */
    public BtlLink[] rdma = NONE;

    /**
     * Why a link that is preferred to these does not serve the peer, although it is on this host;
     * empty if none is.
     */
    public String refused = "";

    /** The PML's own reference. */
    public Object pmlData;

    private int nextEager;

    /**
     * @param peer the peer that the links serve
     */
    public BmlEndpoint(Proc peer) {
        this.peer = peer;
    }

    /** Returns the next eager link, round robin. Tier 1; the peer must be reachable. */
    public BtlLink nextEager() {
        BtlLink[] links = eager;
        if (links.length == 1) {
            return links[0];
        }
        int index = nextEager;
        nextEager = index + 1;
        return links[Math.floorMod(index, links.length)];
    }

    /** Returns whether any link is left. */
    public boolean reachable() {
        return eager.length > 0;
    }
}
