package org.strata.pml.tupleq;

import java.util.ArrayList;
import java.util.List;

/**
 * Copied sends for which the program waits until their messages have left this process: behind them
 * it may call nothing of MPI for long. Tier 1 while there are none.
 */
final class Leaving {
    private final Crowding crowding;

    /** Those whose messages lanes have accepted, and keep until they are connected or repaired. */
    private final List<TupleSend> accepted = new ArrayList<>();

    Leaving(Crowding crowding) {
        this.crowding = crowding;
    }

    /** A lane has accepted the message of a send. */
    void onAccepted(TupleSend send) {
        if (send.leaving && !leaves(send)) {
            accepted.add(send);
        }
    }

    /** Completes a send for the program if its message has left, or never will without it. */
    private boolean leaves(TupleSend send) {
        QueuePeer peer = send.out.peer;
        boolean left = send.detour || peer.btl.departed(peer.endpoint, send.tuple.lane);
        if (left) {
            crowding.remove(send);
            send.left();
        }
        return left;
    }

    /** The link has completed a message, whether it has landed or not. */
    void onSent(TupleSend send) {
        if (send.leaving) {
            accepted.remove(send);
        }
    }

    /**
     * No lane accepts a message now: its send waits for room, as one that has found none for a
     * copy.
     */
    void onWaiting(TupleSend send) {
        if (send.leaving && !send.crowded) {
            crowding.add(send);
        }
    }

    /** Completes what has left meanwhile. */
    void progress() {
        for (int i = accepted.size() - 1; i >= 0; i--) {
            if (leaves(accepted.get(i))) {
                accepted.remove(i);
            }
        }
    }
}
