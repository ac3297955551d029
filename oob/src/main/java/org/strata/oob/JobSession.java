package org.strata.oob;

import org.strata.oob.frame.Frame;
import org.strata.oob.frame.Frame.MalformedFrameException;
import org.strata.oob.frame.FrameReader;
import org.strata.oob.link.AcceptedLink;
import org.strata.oob.link.FrameDecoder;
import org.strata.oob.link.LinkRole;
import org.strata.oob.link.Strangers;

/** A name server's end of the connection to the mpirun of a job. */
final class JobSession extends AcceptedLink {
    private final FederationPort port;
    private int base;

    JobSession(
            FederationPort port,
            Strangers strangers,
            byte[] secret,
            FrameDecoder decoder,
            long patienceMillis) {
        super(LinkRole.JOB, strangers, secret, decoder, patienceMillis);
        this.port = port;
    }

    /** A job has its number from the port, so all say 0. */
    @Override
    protected boolean expects(int claimed) {
        return claimed == 0 && port.expectsJobs();
    }

    @Override
    protected void joined(int claimed) {
        base = port.joined(this);
    }

    @Override
    protected void handle(FrameReader in) {
        if (in.type() != Frame.RELAY) {
            throw new MalformedFrameException(in.type() + " from a job");
        }
        port.relayed(base, in.integer(), in.rest());
    }

    @Override
    protected void lost(String reason) {
        port.lost(base, reason);
    }
}
