package org.strata.oob;

import org.strata.oob.Frame.MalformedFrameException;

/** A daemon's end of the connection to mpirun. */
final class HeadSession extends DialedLink {
    private final NodeOob owner;

    HeadSession(NodeOob owner, byte[] secret, int node, FrameDecoder decoder, long patienceMillis) {
        super(LinkRole.DAEMON, secret, node, decoder, patienceMillis);
        this.owner = owner;
    }

    @Override
    void joined() {
        ready();
    }

    @Override
    void handle(FrameReader in) {
        switch (in.type()) {
            case NODE -> owner.received(in.rest());
            case RELAY -> owner.relayed(in.integer(), in.rest());
            default -> throw new MalformedFrameException(in.type() + " from mpirun");
        }
    }

    @Override
    void lost(String reason) {
        owner.lost(reason);
    }
}
