package org.strata.oob;

import org.strata.oob.frame.Frame.MalformedFrameException;
import org.strata.oob.frame.FrameReader;
import org.strata.oob.link.AcceptedLink;
import org.strata.oob.link.FrameDecoder;
import org.strata.oob.link.LinkRole;
import org.strata.oob.link.Strangers;

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
    protected boolean expects(int claimed) {
        return port.expects(claimed);
    }

    @Override
    protected void joined(int claimed) {
        node = claimed;
        port.joined(node, this);
    }

    @Override
    protected void handle(FrameReader in) {
        switch (in.type()) {
            case NODE -> port.received(node, in.rest());
            case RELAY -> port.relayed(node, in.integer(), in.rest());
            case ATTACHED -> port.attached(this, node, in.integer(), in.number());
            case DETACHED -> port.detached(node, in.integer());
            default -> throw new MalformedFrameException(in.type() + " from a daemon");
        }
    }

    @Override
    protected void lost(String reason) {
        port.lost(node, reason);
    }
}
