package org.strata.verbs.soft;

import java.util.ArrayDeque;

/**
 * Completions that the fault plan delays, oldest first. Accessed under their pair's latch; not tier
 * 1.
 */
final class DelayedCompletions {
    /**
     * One completion.
     *
     * @param due when it is delivered, by the fabric's clock
     */
    record Delayed(long due, long wrId, int status, int opcode, int byteLength) {}

    private final ArrayDeque<Delayed> queue = new ArrayDeque<>();

    void add(Delayed completion) {
        queue.add(completion);
    }

    boolean isEmpty() {
        return queue.isEmpty();
    }

    /** Returns when the oldest is due; MAX_VALUE when there is none. */
    long due() {
        return queue.isEmpty() ? Long.MAX_VALUE : queue.peek().due();
    }

    /** Removes and returns the oldest if it is due, else returns null. */
    Delayed pollDue(long now) {
        return due() <= now ? queue.poll() : null;
    }

    void clear() {
        queue.clear();
    }
}
