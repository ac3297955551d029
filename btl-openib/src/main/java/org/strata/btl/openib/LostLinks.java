package org.strata.btl.openib;

import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.BtlErrorHandler;
import org.strata.opal.Rc;

import java.util.ArrayDeque;
import java.util.Queue;

/** Peers that a link has lost and that have not been reported to the upper layer yet. */
final class LostLinks {
    private final Queue<Lost> waiting = new ArrayDeque<>();

    private record Lost(BtlEndpoint endpoint, String reason) {}

    void add(BtlEndpoint endpoint, String reason) {
        waiting.add(new Lost(endpoint, OpenibTexts.lost(endpoint, reason)));
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** Reports all; returns how many. */
    int report(Btl btl, BtlErrorHandler errors) {
        int count = 0;
        for (Lost lost = waiting.poll(); lost != null; lost = waiting.poll()) {
            errors.onError(btl, lost.endpoint, Rc.LINK_FAILED, lost.reason);
            count++;
        }
        return count;
    }
}
