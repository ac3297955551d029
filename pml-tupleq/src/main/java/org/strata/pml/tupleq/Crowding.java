package org.strata.pml.tupleq;

import org.strata.pml.tupleq.TuplePair.Mode;

import java.util.ArrayList;
import java.util.List;

/**
 * Standard sends that would complete at once if there was room for a copy, and wait for their
 * receives instead. The receiver may need one that lies behind them, so when none of a pair's sends
 * ends for a while, it is asked to take the pair's messages by the PML below, which keeps them at
 * the receiver.
 */
final class Crowding {
    /** Polls without the end of a send after which the receiver is asked. */
    private static final int PATIENCE = 256;

    private final Control control;
    private final List<TuplePair> pairs = new ArrayList<>();

    Crowding(Control control) {
        this.control = control;
    }

    /** Adds a send that has found no room. */
    void add(TupleSend send) {
        TuplePair pair = send.pair;
        send.crowded = true;
        pair.crowded++;
        if (!pair.listed) {
            pair.listed = true;
            pair.looks = 0;
            pairs.add(pair);
        }
    }

    /** A send has ended. Tier 1. */
    void onEnd(TupleSend send) {
        send.pair.ended++;
        if (send.crowded) {
            send.crowded = false;
            send.pair.crowded--;
        }
    }

    /** Looks after the pairs with such sends. Tier 1 while there are none. */
    void look(boolean fallingAsleep) {
        for (int i = pairs.size() - 1; i >= 0; i--) {
            TuplePair pair = pairs.get(i);
            if (pair.crowded == 0 || pair.out != Mode.TUPLE) {
                pair.listed = false;
                pairs.remove(i);
            } else if (pair.ended != pair.endedSeen) {
                pair.endedSeen = pair.ended;
                pair.looks = 0;
            } else if (!pair.flooded && (++pair.looks >= PATIENCE || fallingAsleep)) {
                pair.flooded = true;
                long comm = pair.comm.context.identity();
                control.send(pair.peer, Control.Kind.FLOOD, comm, 0, 0);
            }
        }
    }
}
