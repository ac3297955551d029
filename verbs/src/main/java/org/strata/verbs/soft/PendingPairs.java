package org.strata.verbs.soft;

import java.util.ArrayDeque;

/**
 * Queue pairs with requests that wait for the engine, a timer or a peer; first in, first out.
 * Thread-safe.
 */
final class PendingPairs {
    private final Latch latch = new Latch();
    private final ArrayDeque<SoftQp> queue = new ArrayDeque<>();

    /**
     * Pairs with PendingPairs.size without the latch: a poll that sees 0 is repeated after a ring.
     */
    private volatile int size;

    /** Pairs with Worker.sleep and wakeForTimers: stored here, then Worker.wakesAt is read. */
    private volatile long due = Long.MAX_VALUE;

    /** Adds a pair, to be run at once. */
    void add(SoftQp qp) {
        latch.lock();
        queue.add(qp);
        size = queue.size();
        due = Long.MIN_VALUE;
        latch.unlock();
    }

    /** Returns the number of pairs. */
    int size() {
        return size;
    }

    /** Returns when the next of them must run: MIN_VALUE for now, MAX_VALUE for never. */
    long due() {
        return due;
    }

    /** Runs every pair once, but for those in use by another thread. */
    void run(long now) {
        long earliest = Long.MAX_VALUE;
        due = Long.MAX_VALUE;
        for (int i = size; i > 0; i--) {
            SoftQp qp = poll();
            if (qp == null) {
                break;
            }
            long next = qp.runPending(now);
            if (next != SoftQp.IDLE) {
                earliest = Math.min(earliest, next);
                putBack(qp);
            }
        }
        latch.lock();
        // Another thread may have added a pair meanwhile, to be run at once.
        due = Math.min(due, earliest);
        latch.unlock();
    }

    private SoftQp poll() {
        latch.lock();
        SoftQp qp = queue.poll();
        size = queue.size();
        latch.unlock();
        return qp;
    }

    private void putBack(SoftQp qp) {
        latch.lock();
        queue.add(qp);
        size = queue.size();
        latch.unlock();
    }

    void remove(SoftQp qp) {
        latch.lock();
        queue.remove(qp);
        size = queue.size();
        latch.unlock();
    }
}
