package org.strata.osc.pt2pt;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.function.IntPredicate;

/**
 * The lock of this member's window. Those that ask for it get it in the order of asking; shared
 * ones that are next to each other at the same time.
 *
 * <p>A shared request that waits behind an exclusive one, which waits for shared holders, may be
 * what these holders wait for: the program may rely on shared locks not to exclude each other. So
 * an exclusive request that has waited for long goes to the end of the queue, and waits twice as
 * long before it does so again: in the end it outlasts all holders that do not wait for others.
 */
final class LockQueue {
    /** How long an exclusive request waits for shared holders before others go first. */
    static final long PATIENCE_NANOS = 2_000_000;

    private final Grants grants;
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private final BitSet holders = new BitSet();
    private boolean exclusive;

    /** Learns of decisions. */
    interface Grants {
        /** A member gets the lock. */
        void grant(int source);

        /** A member does not get the lock: one that has it is lost. */
        void refuse(int source);
    }

    /**
     * A request that waits.
     *
     * @param due when it goes to the end of the queue; of an exclusive one
     * @param patience how long it waits for that
     */
    private record Waiting(int source, boolean exclusive, long due, long patience) {
        Waiting(int source, boolean exclusive, long now) {
            this(source, exclusive, now + PATIENCE_NANOS, PATIENCE_NANOS);
        }

        Waiting again(long now) {
            return new Waiting(source, exclusive, now + 2 * patience, 2 * patience);
        }
    }

    LockQueue(Grants grants) {
        this.grants = grants;
    }

    /**
     * A member asks for the lock.
     *
     * @param now in nanoseconds, as of {@link System#nanoTime}
     */
    void ask(int source, boolean exclusively, long now) {
        waiting.add(new Waiting(source, exclusively, now));
        grantNext();
    }

    /** A member releases the lock; nothing happens if it does not hold it. */
    void release(int source) {
        if (holders.get(source)) {
            holders.clear(source);
            exclusive = false;
            grantNext();
        }
    }

    private void grantNext() {
        for (Waiting next = waiting.peek(); next != null; next = waiting.peek()) {
            if (exclusive || (next.exclusive() && !holders.isEmpty())) {
                return;
            }
            waiting.remove();
            exclusive = next.exclusive();
            holders.set(next.source());
            grants.grant(next.source());
        }
    }

    /** Returns whether somebody waits: {@link #look} may have something to do. */
    boolean isContended() {
        return !waiting.isEmpty();
    }

    /** Returns how long nothing happens by time alone, from now on. */
    long quietNanos(long now) {
        Waiting next = waiting.peek();
        boolean steps = next != null && next.exclusive() && !exclusive && sharedWaits();
        return steps ? Math.max(0, next.due() - now) : Long.MAX_VALUE;
    }

    /**
     * Does what time and losses demand.
     *
     * @param gone which members are lost
     */
    void look(long now, IntPredicate gone) {
        waiting.removeIf(each -> gone.test(each.source()));
        if (holders.stream().anyMatch(gone)) {
            while (!waiting.isEmpty()) {
                grants.refuse(waiting.remove().source());
            }
        }
        for (int left = waiting.size(); left > 0 && quietNanos(now) == 0; left--) {
            waiting.add(waiting.remove().again(now));
        }
        grantNext();
    }

    private boolean sharedWaits() {
        for (Waiting each : waiting) {
            if (!each.exclusive()) {
                return true;
            }
        }
        return false;
    }
}
