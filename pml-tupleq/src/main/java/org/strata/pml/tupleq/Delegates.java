package org.strata.pml.tupleq;

import java.util.ArrayList;
import java.util.List;

/** Requests that wait for a request of the PML below. */
final class Delegates {
    private final List<Delegate> all = new ArrayList<>();

    /** A request with one of the PML below inside. */
    interface Delegate {
        /** Ends if the inner request has; returns whether there is nothing to wait for. */
        boolean settle();
    }

    void add(Delegate delegate) {
        if (!delegate.settle()) {
            all.add(delegate);
        }
    }

    /** Ends the requests whose inner ones have ended; returns how many. */
    int progress() {
        int ended = 0;
        for (int i = all.size() - 1; i >= 0; i--) {
            if (all.get(i).settle()) {
                int newest = all.size() - 1;
                all.set(i, all.get(newest));
                all.remove(newest);
                ended++;
            }
        }
        return ended;
    }
}
