package org.strata.pml.ob1;

import org.strata.mca.pml.PmlStatus;
import org.strata.opal.Rc;
import org.strata.pml.base.match.MatchHeader;
import org.strata.pml.base.match.Unexpected;
import org.strata.pml.ob1.header.PacketType;
import org.strata.pml.ob1.header.RendezvousHeader;

/** What a probe tells about a message (MPI 3.1 §3.8.1). */
final class Probes {
    private Probes() {}

    /**
     * Describes a message, if there is one.
     *
     * @param message may be null
     * @param status receives sender, tag and length; may be null
     * @return whether there is a message
     */
    static boolean describe(Unexpected message, PmlStatus status) {
        if (message != null && status != null) {
            status.source = message.peer.rank;
            status.tag = message.tag;
            status.error = Rc.OK;
            status.cancelled = false;
            status.bytes = length(message);
        }
        return message != null;
    }

    private static long length(Unexpected message) {
        return MatchHeader.type(message.packet) == PacketType.MATCH
                ? (long) message.length - MatchHeader.LENGTH
                : RendezvousHeader.messageLength(message.packet);
    }
}
