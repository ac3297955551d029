package org.strata.oob;

import org.strata.oob.frame.Frame.MalformedFrameException;
import org.strata.oob.frame.FrameReader;
import org.strata.oob.link.DialedLink;
import org.strata.oob.link.FrameDecoder;
import org.strata.oob.link.LinkRole;

/** A daemon's end of the connection to mpirun. */
final class HeadSession extends DialedLink {
    private final NodeOob owner;

    HeadSession(NodeOob owner, byte[] secret, int node, FrameDecoder decoder, long patienceMillis) {
        super(LinkRole.DAEMON, secret, node, decoder, patienceMillis);
        this.owner = owner;
    }

    @Override
    protected void joined() {
        ready();
    }

    @Override
    protected void handle(FrameReader in) {
        switch (in.type()) {
            case NODE -> owner.received(in.rest());
            case RELAY -> owner.relayed(in.integer(), in.rest());
            default -> throw new MalformedFrameException(in.type() + " from mpirun");
        }
    }

    @Override
    protected void lost(String reason) {
        owner.lost(reason);
    }
}
