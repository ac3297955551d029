package org.strata.verbs.soft;

import java.util.ArrayDeque;

/** Completions that the fault plan delays, in order. Under their pair's lock; not tier 1. */
final class Held {
    /** One completion. */
    record Completion(long due, long wrId, int status, int opcode, int byteLength) {}

    private final ArrayDeque<Completion> queue = new ArrayDeque<>();

    void add(Completion completion) {
        queue.add(completion);
    }

    boolean isEmpty() {
        return queue.isEmpty();
    }

    /** Returns when the oldest is due; MAX_VALUE when there is none. */
    long due() {
        return queue.isEmpty() ? Long.MAX_VALUE : queue.peek().due();
    }

    /** Takes the oldest if it is due, or returns null. */
    Completion take(long now) {
        return due() <= now ? queue.poll() : null;
    }

    void clear() {
        queue.clear();
    }
}
