package org.strata.pml.tupleq;

import java.util.ArrayList;
import java.util.List;

/**
 * The lanes to one peer, and what waits for one. Lanes from 0 on carry one tuple each; the express
 * lane behind them carries any number, because none of its messages waits for a receive.
 *
 * @param <T> what a lane carries
 */
final class LaneTable<T> {
    /** What each lane carries, or null where it is free. */
    private final List<T> carried = new ArrayList<>();

    /** Those without a lane of their own that have messages to send, the oldest first. */
    private final List<T> parked = new ArrayList<>();

    /**
     * @param lanes number of lanes without the express lane
     */
    LaneTable(int lanes) {
        for (int lane = 0; lane < lanes; lane++) {
            carried.add(null);
        }
    }

    /** Returns the number of the express lane. */
    int express() {
        return carried.size();
    }

    /** Returns the lowest free lane, or -1. Tier 1. */
    int free() {
        for (int lane = 0; lane < carried.size(); lane++) {
            if (carried.get(lane) == null) {
                return lane;
            }
        }
        return -1;
    }

    /** Lets a lane carry something, which it may do already. */
    void occupy(int lane, T one) {
        carried.set(lane, one);
    }

    /** Frees a lane. */
    void vacate(int lane) {
        carried.set(lane, null);
    }

    /** Adds to the end of those that wait for a lane. */
    void park(T one) {
        parked.add(one);
    }

    void unpark(T one) {
        parked.remove(one);
    }

    /** Returns those that wait for a lane, the oldest first. */
    List<T> parked() {
        return parked;
    }
}
