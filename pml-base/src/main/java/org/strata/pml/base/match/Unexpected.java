package org.strata.pml.base.match;

import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.pml.PmlMessage;

/**
 * A packet that arrived before its receive, before its turn, or before its communicator: a copy of
 * the whole packet, and its places in the queues. Pooled by {@link PacketStore}.
 */
public final class Unexpected implements PmlMessage {
    /** Address of the packet's copy. */
    public long packet;

    /** Bytes of the packet. */
    public int length;

    /** The BTL it came over. */
    public Btl btl;

    /** The endpoint it came over. */
    public BtlEndpoint from;

    /** Its sender in its communicator; null for a packet whose communicator is unknown. */
    public MatchPeer peer;

    /** Its tag. */
    public int tag;

    Unexpected nextFree;

    final Link<Unexpected> inPeerTag = new Link<>(this);
    final Link<Unexpected> inPeerAll = new Link<>(this);
    final Link<Unexpected> inCommTag = new Link<>(this);
    final Link<Unexpected> inCommAll = new Link<>(this);
    final Link<Unexpected> inEarly = new Link<>(this);
}
