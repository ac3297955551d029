package org.strata.oob;

import java.util.EnumSet;
import java.util.Set;

/** The states of a rank's connection, and the frames that the server may send in each. */
enum ClientState {
    /** The server has to send its challenge. */
    CONNECTED(EnumSet.of(Frame.CHALLENGE)),
    /** The rank has proved itself; the server has to do the same. */
    ANSWERED(EnumSet.of(Frame.WELCOME)),
    /** Both know the secret; the server describes the job, or refuses the rank. */
    PROVED(EnumSet.of(Frame.JOB, Frame.REFUSED)),
    /** A member of the job. */
    JOINED(EnumSet.of(Frame.VALUE, Frame.FENCE, Frame.MESSAGE, Frame.FINALIZED, Frame.ABORTING)),
    /** A member of a job that is being aborted. */
    ABORTING(JOINED.legal),
    /** The connection has failed. */
    LOST(EnumSet.noneOf(Frame.class)),
    /** The rank has left. */
    CLOSED(EnumSet.noneOf(Frame.class));

    private final Set<Frame> legal;

    ClientState(Set<Frame> legal) {
        this.legal = legal;
    }

    /** Returns whether the server may send a frame of a type. */
    boolean accepts(Frame type) {
        return legal.contains(type);
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
