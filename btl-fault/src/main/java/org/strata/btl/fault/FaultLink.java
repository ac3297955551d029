package org.strata.btl.fault;

import org.strata.mca.btl.BtlEndpoint;
import org.strata.opal.time.Clock;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.BooleanSupplier;

/** The faults on the link to one peer. */
final class FaultLink {
    /** Operations held back before callers must retry. */
    private static final int MOST_HELD = 64;

    final BtlEndpoint endpoint;
    LinkState state = LinkState.ALIVE;

    /** Operations so far. */
    int operations;

    /** Operations inside the wrapped link. */
    int underWay;

    /** Whether the peer has to be told that the link died. */
    boolean noteDue;

    private final Deque<Held> held = new ArrayDeque<>();
    private final Clock clock;

    /**
     * What is held back: it runs at its time, and is tried again while it finds no resource.
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

    /** Holds an operation back, behind those held already. */
    void hold(long nanos, BooleanSupplier start, Runnable drop) {
        held.add(new Held(clock.nanoTime() + nanos, start, drop));
    }

    /** Starts what is due, in order. */
    void release() {
        long now = clock.nanoTime();
        // Taken out before it runs: what it causes may hold back more.
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

    /** Forgets what is held without a word: everything is being closed. */
    void forget() {
        held.clear();
    }
}
