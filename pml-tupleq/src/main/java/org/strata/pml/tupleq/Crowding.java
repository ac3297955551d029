package org.strata.pml.tupleq;

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
    private final List<OutgoingPair> pairs = new ArrayList<>();

    Crowding(Control control) {
        this.control = control;
    }

    /** Adds a send that has found no room. */
    void add(TupleSend send) {
        Crowd crowd = send.out.crowd;
        send.crowded = true;
        crowd.waiting++;
        if (!crowd.listed) {
            crowd.listed = true;
            crowd.looks = 0;
            pairs.add(send.out);
        }
    }

    /** Counts the end of a send. Tier 1. */
    void onEnd(TupleSend send) {
        Crowd crowd = send.out.crowd;
        crowd.ended++;
        if (send.crowded) {
            send.crowded = false;
            crowd.waiting--;
        }
    }

    /** Looks after the pairs with such sends. Tier 1 while there are none. */
    void look(boolean fallingAsleep) {
        for (int i = pairs.size() - 1; i >= 0; i--) {
            OutgoingPair out = pairs.get(i);
            Crowd crowd = out.crowd;
            if (crowd.waiting == 0 || out.mode() != OutMode.TUPLE) {
                crowd.listed = false;
                pairs.remove(i);
            } else if (crowd.ended != crowd.endedSeen) {
                crowd.endedSeen = crowd.ended;
                crowd.looks = 0;
            } else if (!crowd.flooded && (++crowd.looks >= PATIENCE || fallingAsleep)) {
                crowd.flooded = true;
                long comm = out.context.identity();
                control.send(out.peer.proc, Control.Kind.FLOOD, comm, 0, 0);
            }
        }
    }
}
