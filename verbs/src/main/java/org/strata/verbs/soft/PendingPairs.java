package org.strata.verbs.soft;

import org.strata.verbs.soft.segment.Latch;

import java.util.ArrayDeque;

/**
 * Queue pairs with requests that wait for the engine, a timer or a peer; first in, first out.
 * Thread-safe.
 */
final class PendingPairs {
    private final Latch latch = new Latch();
    private final ArrayDeque<ExecutingPair> queue = new ArrayDeque<>();

    /**
     * Pairs with PendingPairs.size without the latch: a poll that sees 0 is repeated after a ring.
     */
    private volatile int size;

    /** Pairs with Worker.sleep and wakeForTimers: stored here, then Worker.wakesAt is read. */
    private volatile long due = Long.MAX_VALUE;

    /** How often they have been run; wraps. Pairs with PendingPairs.runs; the latch guards it. */
    private volatile int runs;

    /** Adds a pair, to be run at once. */
    void add(ExecutingPair pair) {
        latch.lock();
        queue.add(pair);
        size = queue.size();
        due = Long.MIN_VALUE;
        latch.unlock();
    }

    /** Returns the number of pairs. */
    int size() {
        return size;
    }

    /** Returns a number that changes when some thread runs the pairs. */
    int runs() {
        return runs;
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
            ExecutingPair pair = poll();
            if (pair == null) {
                break;
            }
            long next = pair.runPending(now);
            if (next != ExecutingPair.IDLE) {
                earliest = Math.min(earliest, next);
                putBack(pair);
            }
        }
        latch.lock();
        // Another thread may have added a pair meanwhile, to be run at once.
        due = Math.min(due, earliest);
        int before = runs;
        runs = before + 1;
        latch.unlock();
    }

    private ExecutingPair poll() {
        latch.lock();
        ExecutingPair pair = queue.poll();
        size = queue.size();
        latch.unlock();
        return pair;
    }

    private void putBack(ExecutingPair pair) {
        latch.lock();
        queue.add(pair);
        size = queue.size();
        latch.unlock();
    }

    void remove(ExecutingPair pair) {
        latch.lock();
        queue.remove(pair);
        size = queue.size();
        latch.unlock();
    }
}
