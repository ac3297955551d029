package org.strata.osc.pt2pt;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.IntConsumer;

/**
 * The lock of this member's window. Those that ask for it get it in the order of asking; shared
 * ones that are next to each other at the same time.
 */
final class LockQueue {
    private final IntConsumer grant;
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private int shared;
    private boolean exclusive;

    private record Waiting(int source, boolean exclusive) {}

    /**
     * @param grant called with each member that gets the lock
     */
    LockQueue(IntConsumer grant) {
        this.grant = grant;
    }

    void ask(int source, boolean exclusively) {
        waiting.add(new Waiting(source, exclusively));
        grantNext();
    }

    /** Releases a lock that was granted. */
    void release() {
        if (exclusive) {
            exclusive = false;
        } else {
            shared--;
        }
        grantNext();
    }

    private void grantNext() {
        for (Waiting next = waiting.peek(); next != null; next = waiting.peek()) {
            if (exclusive || (next.exclusive() && shared > 0)) {
                return;
            }
            waiting.remove();
            exclusive = next.exclusive();
            shared += next.exclusive() ? 0 : 1;
            grant.accept(next.source());
        }
    }
}
