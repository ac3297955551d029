package org.strata.oob.link;

import org.strata.oob.frame.Frame;

/**
 * The states of a connection between mpirun and a daemon, or between a name server and the mpirun
 * of a job, and the frames that are legal in each.
 */
public enum LinkState {
    /** The side that listens waits for the answer to its challenge. */
    CHALLENGED(Frame.set(Frame.ANSWER)),
    /** The side that has connected waits for the challenge. */
    CONNECTED(Frame.set(Frame.CHALLENGE)),
    /**
     * The side that has connected has proved itself, and waits for the other's proof or a refusal.
     */
    ANSWERED(Frame.set(Frame.WELCOME, Frame.REFUSED)),
    /** mpirun's side: the daemon is what it says. */
    TO_DAEMON(Frame.set(Frame.HEARTBEAT, Frame.NODE, Frame.RELAY, Frame.ATTACHED, Frame.DETACHED)),
    /** The daemon's side: this is mpirun. */
    TO_HEAD(Frame.set(Frame.HEARTBEAT, Frame.NODE, Frame.RELAY)),
    /** The name server's side: this is the mpirun of a job. */
    TO_JOB(Frame.set(Frame.HEARTBEAT, Frame.RELAY)),
    /** A job's side: this is the name server. */
    TO_FEDERATION(Frame.set(Frame.HEARTBEAT, Frame.FEDERATION, Frame.RELAY, Frame.DEPARTED)),
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
        return switch (this) {
            case TO_DAEMON, TO_HEAD, TO_JOB, TO_FEDERATION -> true;
            case CHALLENGED, CONNECTED, ANSWERED, CLOSED -> false;
        };
    }
}
