package org.strata.oob.link;

import org.strata.oob.frame.Proof;

/** The two kinds of sealed connections: who proves what to whom, and the states that follow. */
public enum LinkRole {
    /** The daemon of a host connects to mpirun. */
    DAEMON("daemon", "head", LinkState.TO_DAEMON, LinkState.TO_HEAD),
    /** The mpirun of a job connects to a name server. */
    JOB("job", "federation", LinkState.TO_JOB, LinkState.TO_FEDERATION);

    private final String dialer;
    private final String listener;
    private final LinkState accepted;
    private final LinkState dialed;

    LinkRole(String dialer, String listener, LinkState accepted, LinkState dialed) {
        this.dialer = dialer;
        this.listener = listener;
        this.accepted = accepted;
        this.dialed = dialed;
    }

    /** Returns the state of the listening side after the proofs. */
    LinkState accepted() {
        return accepted;
    }

    /** Returns the state of the connecting side after the proofs. */
    LinkState dialed() {
        return dialed;
    }

    /** What the side that has connected presents. */
    byte[] proofOfDialer(byte[] secret, int number, byte[] listenerNonce, byte[] dialerNonce) {
        return Proof.of(dialer, secret, number, listenerNonce, dialerNonce);
    }

    /** What the side that listens presents. */
    byte[] proofOfListener(byte[] secret, int number, byte[] listenerNonce, byte[] dialerNonce) {
        return Proof.of(listener, secret, number, listenerNonce, dialerNonce);
    }

    /** Returns the key of the frames to the side that has connected. */
    byte[] keyToDialer(byte[] secret, int number, byte[] listenerNonce, byte[] dialerNonce) {
        return Proof.of("key to " + dialer, secret, number, listenerNonce, dialerNonce);
    }

    /** Returns the key of the frames to the side that listens. */
    byte[] keyToListener(byte[] secret, int number, byte[] listenerNonce, byte[] dialerNonce) {
        return Proof.of("key to " + listener, secret, number, listenerNonce, dialerNonce);
    }
}
