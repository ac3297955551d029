package org.strata.oob;

import org.strata.oob.Frame.MalformedFrameException;

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
    boolean expects(int claimed) {
        return claimed == 0 && port.expectsJobs();
    }

    @Override
    void joined(int claimed) {
        base = port.joined(this);
    }

    @Override
    void handle(FrameReader in) {
        if (in.type() != Frame.RELAY) {
            throw new MalformedFrameException(in.type() + " from a job");
        }
        port.relayed(base, in.integer(), in.rest());
    }

    @Override
    void lost(String reason) {
        port.lost(base, reason);
    }
}
