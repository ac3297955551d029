package org.strata.oob;

import org.strata.oob.frame.Frame;

/** The states of a connection at the server, and the frames that the peer may send in each. */
enum RankState {
    /** A stranger, who has to answer the challenge. */
    CHALLENGED(Frame.set(Frame.ANSWER)),
    /** A rank. */
    JOINED(
            Frame.set(
                    Frame.PUT,
                    Frame.GET,
                    Frame.PEEK,
                    Frame.FORGET,
                    Frame.FENCE,
                    Frame.MESSAGE,
                    Frame.INITIALIZED,
                    Frame.FINALIZED,
                    Frame.ABORT,
                    Frame.REPORT,
                    Frame.NOTICE,
                    Frame.STANDSTILL,
                    Frame.SPAWN,
                    Frame.NAME)),
    /** Over. */
    CLOSED(Frame.set());

    private final int legal;

    RankState(int legal) {
        this.legal = legal;
    }

    /** Returns whether the peer may send a frame of a type. */
    boolean accepts(Frame type) {
        return Frame.contains(legal, type);
    }
}
