package org.strata.mca.bml;

import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlAttributes;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.RdmaBtl;
import org.strata.opal.progress.Progressable;

/**
 * One BTL that serves one peer. Fields are public and final: the tier-1 path reads them directly.
 */
public final class BtlLink implements Progressable {
    /** The BTL. */
    public final Btl btl;

    /** The BTL as one with RDMA, or null when it has none. */
    public final RdmaBtl rdma;

    /** The peer as that BTL sees it. */
    public final BtlEndpoint endpoint;

    /** The BTL's attributes. */
    public final BtlAttributes attributes;

    /**
     * Share of a long message that this link carries, 0 to 1; the send links' weights add up to 1.
     */
    public double weight;

    /** Bytes sent over this link so far, which the scheduler compares with its weight. */
    public long carried;

    /**
     * @param btl the BTL
     * @param endpoint its endpoint for the peer
     */
    public BtlLink(Btl btl, BtlEndpoint endpoint) {
        this.btl = btl;
        this.rdma = btl instanceof RdmaBtl r ? r : null;
        this.endpoint = endpoint;
        this.attributes = btl.attributes();
    }

    /** Polls for messages of the peer, as {@link Btl#progress(BtlEndpoint)}. */
    @Override
    public int progress() {
        return btl.progress(endpoint);
    }
}
