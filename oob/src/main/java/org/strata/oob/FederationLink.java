package org.strata.oob;

import org.strata.mca.proc.Proc;
import org.strata.oob.Frame.MalformedFrameException;

/** The connection of a job's mpirun to the name server. Belongs to the server's event loop. */
final class FederationLink extends DialedLink {
    private final Switchboard switchboard;

    FederationLink(
            Switchboard switchboard, byte[] secret, FrameDecoder decoder, long patienceMillis) {
        super(LinkRole.JOB, secret, 0, decoder, patienceMillis);
        this.switchboard = switchboard;
    }

    /** The name server sends the numbers of the job's processes first. */
    @Override
    void joined() {}

    @Override
    void handle(FrameReader in) {
        switch (in.type()) {
            case FEDERATION -> numbered(in.integer(), in.text());
            case RELAY -> switchboard.deliver(in.integer(), in.rest());
            case DEPARTED -> switchboard.departed(in.integer(), in.integer(), in.text());
            default -> throw new MalformedFrameException(in.type() + " from a name server");
        }
    }

    private void numbered(int base, String federation) {
        if (base <= 0 || Proc.inJob(base) != 0) {
            throw new MalformedFrameException("numbers from " + base + " on");
        }
        switchboard.join(this, base, federation);
        ready();
    }

    /** Returns whether frames reach the name server. */
    boolean alive() {
        return state() != LinkState.CLOSED;
    }

    @Override
    void lost(String reason) {
        switchboard.serverLost(reason);
    }
}
