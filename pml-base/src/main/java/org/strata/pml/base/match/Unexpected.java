package org.strata.pml.base.match;

import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.pml.PmlMessage;

/**
 * A packet that arrived before its receive was posted, before its predecessor, or before its
 * communicator was added: a copy of the whole packet, and its links in the queues. {@link
 * PacketStore} pools it.
 */
public final class Unexpected implements PmlMessage {
    /** Type of the packet, as the PML numbers them. */
    public int type;

    /** Address of the packet's copy. */
    public long packet;

    /** Bytes of the packet. */
    public int length;

    /** The BTL that it arrived over. */
    public Btl btl;

    /** The endpoint that it arrived over. */
    public BtlEndpoint from;

    /** Its sender in its communicator; null while the communicator has not been added. */
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
