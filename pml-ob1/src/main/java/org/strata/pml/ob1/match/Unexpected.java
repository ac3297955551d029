package org.strata.pml.ob1.match;

import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.pml.PmlMessage;

/**
 * A packet that arrived before its receive, or before its turn: a copy of the whole packet, and its
 * places in the queues. Pooled.
 *
 * @param <R> the receive request
 */
public final class Unexpected<R> implements PmlMessage {
    /** Address of the packet's copy. */
    public long packet;

    /** Bytes of the packet. */
    public int length;

    /** The BTL it came over. */
    public Btl btl;

    /** The endpoint it came over. */
    public BtlEndpoint from;

    /** Its sender in its communicator. */
    public MatchPeer<R> peer;

    /** Its tag. */
    public int tag;

    /** The next free one in the pool. */
    public Unexpected<R> nextFree;

    final Link<Unexpected<R>> inPeerTag = new Link<>(this);
    final Link<Unexpected<R>> inPeerAll = new Link<>(this);
    final Link<Unexpected<R>> inCommTag = new Link<>(this);
    final Link<Unexpected<R>> inCommAll = new Link<>(this);
    final Link<Unexpected<R>> inEarly = new Link<>(this);
}
