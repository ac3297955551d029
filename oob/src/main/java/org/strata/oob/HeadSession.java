package org.strata.oob;

import org.strata.oob.Frame.MalformedFrameException;

import java.security.MessageDigest;

/** A daemon's end of the connection to mpirun. */
final class HeadSession extends DaemonLink {
    private final NodeOob owner;
    private final byte[] secret;
    private final int node;
    private final byte[] nonce = Proof.nonce();
    private byte[] expectedProof;
    private byte[] theirs;

    HeadSession(NodeOob owner, byte[] secret, int node, FrameDecoder decoder, long patienceMillis) {
        super(LinkState.CONNECTED, decoder, patienceMillis);
        this.owner = owner;
        this.secret = secret;
        this.node = node;
    }

    @Override
    void received(FrameReader in) {
        switch (in.type()) {
            case CHALLENGE -> challenged(in);
            case WELCOME -> welcomed(in);
            case NODE -> owner.received(in.rest());
            case RELAY -> owner.relayed(in.integer(), in.rest());
            default -> throw new MalformedFrameException(in.type() + " from mpirun");
        }
    }

    private void challenged(FrameReader in) {
        if (in.integer() != Frame.PROTOCOL) {
            close("mpirun speaks another protocol: it is of another version of Strata");
            return;
        }
        theirs = in.rest();
        if (theirs.length != Proof.NONCE_BYTES) {
            throw new MalformedFrameException("nonce of " + theirs.length + " bytes");
        }
        expectedProof = Proof.ofHead(secret, node, theirs, nonce);
        enter(LinkState.ANSWERED);
        long pid = ProcessHandle.current().pid();
        send(
                Frame.ANSWER
                        .start()
                        .integer(node)
                        .number(pid)
                        .bytes(nonce)
                        .bytes(Proof.ofDaemon(secret, node, theirs, nonce)));
    }

    private void welcomed(FrameReader in) {
        if (!MessageDigest.isEqual(in.bytes(), expectedProof)) {
            close("the other side does not know the job's secret");
            return;
        }
        proved(
                LinkState.TO_HEAD,
                Proof.keyToHead(secret, node, theirs, nonce),
                Proof.keyToDaemon(secret, node, theirs, nonce));
        owner.joined();
    }

    @Override
    void ended(LinkState before, String reason) {
        owner.lost(this, reason);
    }
}
