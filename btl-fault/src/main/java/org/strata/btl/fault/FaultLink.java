package org.strata.btl.fault;

import org.strata.mca.btl.BtlEndpoint;
import org.strata.opal.time.Clock;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.BooleanSupplier;

/** The faults on the link to one peer. */
final class FaultLink {
    /** Delayed operations before calls return NO_RESOURCE. */
    private static final int MOST_HELD = 64;

    final BtlEndpoint endpoint;
    FaultState state = FaultState.ALIVE;

    /** Operations so far. */
    int operations;

    /** Operations inside the wrapped link. */
    int underWay;

    /** Whether the peer has to be notified that the link died. */
    boolean noteDue;

    private final Deque<Held> held = new ArrayDeque<>();
    private final Clock clock;

    /**
     * A delayed operation: it starts when it is due, and again while it finds no resource.
     *
     * @param due when
     * @param start carries the operation out; false when it found no resource
     * @param drop ends the operation instead: the link died
     */
    record Held(long due, BooleanSupplier start, Runnable drop) {}

    FaultLink(BtlEndpoint endpoint, Clock clock) {
        this.endpoint = endpoint;
        this.clock = clock;
    }

    boolean holds() {
        return !held.isEmpty();
    }

    boolean full() {
        return held.size() >= MOST_HELD;
    }

    /** Delays an operation, behind those delayed before. */
    void hold(long nanos, BooleanSupplier start, Runnable drop) {
        held.add(new Held(clock.nanoTime() + nanos, start, drop));
    }

    /** Starts what is due, in order. */
    void release() {
        long now = clock.nanoTime();
        // Removed before it starts: it may cause further delayed operations.
        while (holds() && held.peek().due() - now <= 0) {
            Held next = held.poll();
            if (!next.start().getAsBoolean()) {
                held.addFirst(next);
                return;
            }
        }
    }

    void dropAll() {
        while (holds()) {
            held.poll().drop().run();
        }
    }

    /** Drops delayed operations without completing them: everything is being closed. */
    void forget() {
        held.clear();
    }
}
