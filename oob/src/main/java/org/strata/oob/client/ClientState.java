package org.strata.oob.client;

import org.strata.oob.frame.Frame;

/** The states of a rank's connection, and the frames that the server may send in each. */
enum ClientState {
    /** The server has to send its challenge. */
    CONNECTED(Frame.set(Frame.CHALLENGE)),
    /** The rank has proved itself; the server has to do the same, or refuses it. */
    ANSWERED(Frame.set(Frame.WELCOME, Frame.REFUSED)),
    /** Both know the secret; the server describes the job, or refuses the rank. */
    PROVED(Frame.set(Frame.JOB, Frame.REFUSED)),
    /** A member of the job. */
    JOINED(
            Frame.set(
                    Frame.VALUE,
                    Frame.FENCE,
                    Frame.MESSAGE,
                    Frame.FINALIZED,
                    Frame.ABORTING,
                    Frame.INQUIRE,
                    Frame.DEPARTED)),
    /** A member of a job that is being aborted. */
    ABORTING(JOINED.legal),
    /** The connection has failed. */
    LOST(Frame.set()),
    /** The rank has left. */
    CLOSED(Frame.set());

    private final int legal;

    ClientState(int legal) {
        this.legal = legal;
    }

    /** Returns whether the server may send a frame of a type. */
    boolean accepts(Frame type) {
        return Frame.contains(legal, type);
    }

    /** Returns whether the connection is in use. */
    boolean live() {
        return this != LOST && this != CLOSED;
    }

    /** Returns whether the rank has joined its job. */
    boolean member() {
        return this == JOINED || this == ABORTING;
    }

    /** Returns the largest frame that the server may send. */
    int frameLimit() {
        return this == CONNECTED || this == ANSWERED ? Frame.HANDSHAKE_LIMIT : Frame.LIMIT;
    }
}
