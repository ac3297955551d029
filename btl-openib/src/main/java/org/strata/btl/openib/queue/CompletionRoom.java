package org.strata.btl.openib.queue;

import org.strata.verbs.CompletionQueue;
import org.strata.verbs.Context;
import org.strata.verbs.VerbsException;

/** A completion queue that grows before more completions may come than it has room for. */
final class CompletionRoom {
    private static final int LEAST = 256;

    private final Context device;
    private final CompletionQueue queue;

    /** Completions that may come. */
    private int expected;

    CompletionRoom(QueueHost link) {
        device = link.device();
        queue = device.createCq(LEAST, link.channel());
    }

    CompletionQueue queue() {
        return queue;
    }

    /** Returns whether so many more may come. Tier 1 where it does not grow. */
    boolean has(int more) {
        return expected + more <= queue.depth() || grow(more);
    }

    /** So many more, or fewer, may come. */
    void expect(int more) {
        expected += more;
    }

    private boolean grow(int more) {
        int least = expected + more;
        int most = device.attributes().maxCqe();
        try {
            queue.resize(Math.min(most, Math.max(least, 2 * queue.depth())));
        } catch (VerbsException e) {
            return false;
        }
        return queue.depth() >= least;
    }
}
