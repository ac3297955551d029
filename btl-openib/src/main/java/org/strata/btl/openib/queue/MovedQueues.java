package org.strata.btl.openib.queue;

import java.util.Arrays;

/** The queues of a peer that another shared receive queue serves since they were opened. */
final class MovedQueues {
    /** Number, present number, number, present number... */
    private int[] moved = {};

    /** Returns the present number of a queue of the peer. Tier 1. */
    int present(int queue) {
        for (int i = 0; i < moved.length; i += 2) {
            if (moved[i] == queue) {
                return moved[i + 1];
            }
        }
        return queue;
    }

    /** Stores the number that a queue has now, as the peer's REPLY names it; 0 for none. */
    void renumber(int queue, int present) {
        if (present == 0 || present == present(queue)) {
            return;
        }
        for (int i = 0; i < moved.length; i += 2) {
            if (moved[i] == queue) {
                moved[i + 1] = present;
                return;
            }
        }
        moved = Arrays.copyOf(moved, moved.length + 2);
        moved[moved.length - 2] = queue;
        moved[moved.length - 1] = present;
    }

    /** Forgets a queue that the upper layer will not name again. */
    void forget(int queue) {
        for (int i = 0; i < moved.length; i += 2) {
            if (moved[i] == queue) {
                int last = moved.length - 2;
                moved[i] = moved[last];
                moved[i + 1] = moved[last + 1];
                moved = Arrays.copyOf(moved, last);
                return;
            }
        }
    }
}
