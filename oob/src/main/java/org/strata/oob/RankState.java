package org.strata.oob;

import java.util.EnumSet;
import java.util.Set;

/** The states of a connection at the server, and the frames that the peer may send in each. */
enum RankState {
    /** A stranger, who has to answer the challenge. */
    CHALLENGED(EnumSet.of(Frame.ANSWER)),
    /** A rank. */
    JOINED(
            EnumSet.of(
                    Frame.PUT,
                    Frame.GET,
                    Frame.PEEK,
                    Frame.FORGET,
                    Frame.FENCE,
                    Frame.MESSAGE,
                    Frame.INITIALIZED,
                    Frame.FINALIZED,
                    Frame.ABORT)),
    /** Over. */
    CLOSED(EnumSet.noneOf(Frame.class));

    private final Set<Frame> legal;

    RankState(Set<Frame> legal) {
        this.legal = legal;
    }

    /** Returns whether the peer may send a frame of a type. */
    boolean accepts(Frame type) {
        return legal.contains(type);
    }
}
