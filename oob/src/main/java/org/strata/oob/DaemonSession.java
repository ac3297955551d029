package org.strata.oob;

import org.strata.oob.Frame.MalformedFrameException;

/** mpirun's end of the connection to a daemon. */
final class DaemonSession extends AcceptedLink {
    private final DaemonPort port;
    private int node = -1;

    DaemonSession(
            DaemonPort port,
            Strangers strangers,
            byte[] secret,
            FrameDecoder decoder,
            long patienceMillis) {
        super(LinkRole.DAEMON, strangers, secret, decoder, patienceMillis);
        this.port = port;
    }

    @Override
    boolean expects(int claimed) {
        return port.expects(claimed);
    }

    @Override
    void joined(int claimed) {
        node = claimed;
        port.joined(node, this);
    }

    @Override
    void handle(FrameReader in) {
        switch (in.type()) {
            case NODE -> port.received(node, in.rest());
            case RELAY -> port.relayed(node, in.integer(), in.rest());
            case ATTACHED -> port.attached(this, node, in.integer(), in.number());
            case DETACHED -> port.detached(node, in.integer());
            default -> throw new MalformedFrameException(in.type() + " from a daemon");
        }
    }

    @Override
    void lost(String reason) {
        port.lost(node, reason);
    }
}
