package org.strata.oob;

/**
 * The states of a connection between mpirun and a daemon, and the frames that are legal in each.
 */
enum LinkState {
    /** mpirun waits for the daemon's answer to its challenge. */
    CHALLENGED(Frame.set(Frame.ANSWER)),
    /** The daemon waits for the challenge. */
    CONNECTED(Frame.set(Frame.CHALLENGE)),
    /** The daemon has proved itself, and waits for mpirun's proof. */
    ANSWERED(Frame.set(Frame.WELCOME)),
    /** mpirun's side: the daemon is what it says. */
    TO_DAEMON(Frame.set(Frame.HEARTBEAT, Frame.NODE, Frame.RELAY, Frame.ATTACHED, Frame.DETACHED)),
    /** The daemon's side: this is mpirun. */
    TO_HEAD(Frame.set(Frame.HEARTBEAT, Frame.NODE, Frame.RELAY)),
    /** Over. */
    CLOSED(Frame.set());

    private final int legal;

    LinkState(int legal) {
        this.legal = legal;
    }

    /** Returns whether the peer may send a frame of a type. */
    boolean accepts(Frame type) {
        return Frame.contains(legal, type);
    }

    /** Returns whether both sides have proved that they know the secret. */
    boolean proved() {
        return this == TO_DAEMON || this == TO_HEAD;
    }
}
