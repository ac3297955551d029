package org.strata.pml.ob1.protocol;

import org.strata.mca.btl.BtlAttributes;
import org.strata.mca.pml.SendMode;
import org.strata.pml.ob1.header.MatchHeader;
import org.strata.pml.ob1.header.RendezvousHeader;

/** Chooses the protocol of a message: a pure function of its shape and the link's attributes. */
public final class ProtocolChoice {
    private ProtocolChoice() {}

    /**
     * Chooses.
     *
     * @param size packed bytes of the message
     * @param mode the send mode
     * @param held the receiver asked to hold back unexpected data
     * @param exposable the data are contiguous native memory that the peer's BTL can read
     * @param attributes of the link that carries the first packet
     */
    public static Protocol choose(
            long size, SendMode mode, boolean held, boolean exposable, BtlAttributes attributes) {
        if (held) {
            return Protocol.RENDEZVOUS_EMPTY;
        }
        boolean synchronous = mode == SendMode.SYNCHRONOUS;
        int header = synchronous ? RendezvousHeader.LENGTH : MatchHeader.LENGTH;
        if (size <= attributes.eagerLimit() - header) {
            return synchronous ? Protocol.EAGER_SYNCHRONOUS : Protocol.EAGER;
        }
        return exposable && attributes.has(BtlAttributes.FLAG_GET)
                ? Protocol.RGET
                : Protocol.RENDEZVOUS;
    }
}
