package org.strata.btl.openib.queue;

import org.strata.verbs.CompletionQueue;
import org.strata.verbs.WorkCompletions;

/**
 * Polls the completion queues of a link's queues and lanes. What a number belongs to is in its top
 * bit: {@link Arrivals} has it set, {@link LaneSends} has not. Tier 1.
 */
final class QueueCompletions {
    private static final int BATCH = 16;

    private final Arrivals arrivals;
    private final LaneSends sends;
    private final Runnable failed;
    private final WorkCompletions polled;

    /**
     * @param failed called when a completion queue has failed: nothing completes any more
     */
    QueueCompletions(QueueHost link, Arrivals arrivals, LaneSends sends, Runnable failed) {
        this.arrivals = arrivals;
        this.sends = sends;
        this.failed = failed;
        polled = new WorkCompletions(link.arena(), BATCH);
    }

    /** Handles every completion that there is. */
    void pollDry() {
        // Arrivals last: polling lets the software adapter work, which may make more of them.
        while (poll(sends.queue(), BATCH) + poll(arrivals.queue(), BATCH) > 0) {
            continue;
        }
    }

    /** Handles some completions, at least those of one batch; returns how many. */
    int poll(int most) {
        int count = poll(arrivals.queue(), most);
        return sends.areUnderWay() ? count + poll(sends.queue(), most) : count;
    }

    private int poll(CompletionQueue queue, int most) {
        int count = 0;
        int taken = BATCH;
        while (count < most && taken == BATCH) {
            taken = queue.poll(polled, BATCH);
            if (taken < 0) {
                failed.run();
                return count;
            }
            for (int i = 0; i < taken; i++) {
                handle(i);
            }
            count += taken;
        }
        return count;
    }

    private void handle(int i) {
        long id = polled.wrId(i);
        if (id < 0) {
            arrivals.complete(id, polled, i);
        } else {
            sends.complete(id, polled.status(i));
        }
    }

    /** Has the next completion wake the rank; returns completions found meanwhile. */
    int arm() {
        arrivals.queue().requestNotify(false);
        sends.queue().requestNotify(false);
        return poll(BATCH);
    }
}
