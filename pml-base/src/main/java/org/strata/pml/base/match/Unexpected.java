package org.strata.pml.base.match;

import org.strata.mca.pml.PmlMessage;

/**
 * A message that arrived before its receive, as probes see it: a view of its {@link PacketRecord}.
 * The message of a matched probe has one of its own until it is received; {@link Matching} pools
 * them.
 */
public final class Unexpected implements PmlMessage {
    /** Type of the packet, as the PML numbers them. */
    public int type;

    /** Address of the packet's copy. */
    public long packet;

    /** Bytes of the packet. */
    public int length;

    /** Its sender in its communicator. */
    public MatchPeer peer;

    /** Its tag. */
    public int tag;

    /** The record, or 0. */
    long kept;

    Unexpected nextFree;

    void set(MatchPeer sender, long packetRecord) {
        kept = packetRecord;
        type = PacketRecord.type(packetRecord);
        packet = PacketRecord.packet(packetRecord);
        length = PacketRecord.length(packetRecord);
        peer = sender;
        tag = PacketRecord.tag(packetRecord);
    }
}
