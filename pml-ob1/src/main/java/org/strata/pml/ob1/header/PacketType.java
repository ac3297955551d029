package org.strata.pml.ob1.header;

import org.strata.mca.btl.ActiveMessages;

/**
 * Packet types: the BTL tag's distance from the PML's first. Headers that do not begin with a
 * {@link org.strata.pml.base.match.MatchHeader} repeat it in byte 0.
 */
public final class PacketType {
    /** A whole message. */
    public static final int MATCH = 1;

    /** The start of a rendezvous: matching data, total length, perhaps the first bytes. */
    public static final int RNDV = 2;

    /** A rendezvous whose data the receiver may read itself. */
    public static final int RGET = 3;

    /** The receiver's answer to a rendezvous: which bytes to send. */
    public static final int ACK = 4;

    /** A piece of a message. */
    public static final int FRAG = 6;

    /** The receiver's request to write a piece into its memory. */
    public static final int PUT = 8;

    /** An RDMA operation has ended. */
    public static final int FIN = 9;

    /** What the receiver lets the sender send unasked. */
    public static final int FLOW = 11;

    /** Another packet in an envelope, which is sent again when its link fails. */
    public static final int ENVELOPE = 12;

    private PacketType() {}

    /** Returns the BTL tag of a packet type. */
    public static int btlTag(int type) {
        return ActiveMessages.PML_TAG + type;
    }
}
