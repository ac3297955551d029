package org.strata.testkit.timed;

import org.strata.verbs.SharedReceiveQueue;

/** The receive requests of one queue that are posted by now, and whose they are. */
final class Receives {
    private final TimedRank rank;
    private final SharedReceiveQueue queue;
    private int posted;

    /**
     * @param queue the shared queue below; null for the receives of one pair
     */
    Receives(TimedRank rank, SharedReceiveQueue queue) {
        this.rank = rank;
        this.queue = queue;
    }

    /** Returns whether the adapter will report that few are left. */
    boolean isArmed() {
        return queue != null && queue.limit() > 0;
    }

    /** Returns whose they are. */
    TimedRank rank() {
        return rank;
    }

    /** Some have been posted, or were reserved for a message that does not come. */
    void add(int count) {
        posted += count;
    }

    /** Reserves one for a message that begins to arrive; false when the receiver is not ready. */
    boolean reserve() {
        if (posted == 0) {
            return false;
        }
        posted--;
        return true;
    }
}
