package org.strata.pml.tupleq;

import java.util.ArrayList;
import java.util.List;

/**
 * Standard sends that wait for receives for want of room, which the program does not expect of
 * them: there is none for a copy, or they are copied and no lane takes their messages. The receiver
 * may need one that lies behind them, so when none of a pair's sends ends for a while, it is asked
 * to take the pair's messages by the PML below, which keeps them at the receiver.
 */
final class Crowding {
    /** Polls without the end of a send after which the receiver is asked. */
    private static final int PATIENCE = 256;

    /**
     * The same where copies wait for lanes only, some milliseconds: a receiver that is a little
     * late posts its receives, and the pair keeps its queues.
     */
    private static final int PATIENCE_OF_COPIES = 10_000;

    /** What a poll counts, with copies, after which the rank sleeps for a millisecond at most. */
    private static final int IDLE_LOOK = 1000;

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
        crowd.copies += send.pooled ? 1 : 0;
        if (!crowd.listed) {
            crowd.listed = true;
            crowd.looks = 0;
            pairs.add(send.out);
        }
    }

    /** Removes a send, which may not be there: it waits for nothing any more. */
    void remove(TupleSend send) {
        if (send.crowded) {
            Crowd crowd = send.out.crowd;
            send.crowded = false;
            crowd.waiting--;
            crowd.copies -= send.pooled ? 1 : 0;
        }
    }

    /** Counts the end of a send. Tier 1. */
    void onEnd(TupleSend send) {
        send.out.crowd.ended++;
        remove(send);
    }

    /**
     * Looks after the pairs with such sends. Tier 1 while there are none.
     *
     * @return whether the rank must look again soon, if it falls asleep
     */
    boolean look(boolean fallingAsleep) {
        boolean again = false;
        for (int i = pairs.size() - 1; i >= 0; i--) {
            OutgoingPair out = pairs.get(i);
            Crowd crowd = out.crowd;
            if (crowd.waiting == 0 || out.mode() != OutMode.TUPLE) {
                crowd.listed = false;
                pairs.remove(i);
            } else if (crowd.ended != crowd.endedSeen) {
                crowd.endedSeen = crowd.ended;
                crowd.looks = 0;
                again = true;
            } else if (!crowd.flooded) {
                again |= !endsPatience(out, fallingAsleep);
            }
        }
        return again;
    }

    /** Counts a look at which nothing has ended; returns whether it was the last one. */
    private boolean endsPatience(OutgoingPair out, boolean fallingAsleep) {
        Crowd crowd = out.crowd;
        boolean copies = crowd.waiting == crowd.copies;
        if (fallingAsleep) {
            crowd.looks += copies ? IDLE_LOOK : PATIENCE;
        } else {
            crowd.looks++;
        }
        if (crowd.looks < (copies ? PATIENCE_OF_COPIES : PATIENCE)) {
            return false;
        }
        crowd.flooded = true;
        long comm = out.context.identity();
        control.send(out.peer.proc, Control.Kind.FLOOD, comm, 0, 0);
        return true;
    }
}
