package org.strata.litmus;

import org.strata.litmus.Op.Order;

import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;

/** One access of a thread on a machine: what {@link Lowering} makes of an {@link Op}. */
final class Step {
    /** What it does to memory. */
    enum Kind {
        LOAD,
        STORE,
        /** Loads and stores at once. */
        UPDATE,
        LOAD_EXCLUSIVE,
        /** Is not there when the comparison before has failed. */
        STORE_EXCLUSIVE,
        BARRIER;

        boolean reads() {
            return this == LOAD || this == UPDATE || this == LOAD_EXCLUSIVE;
        }

        boolean writes() {
            return this == STORE || this == UPDATE || this == STORE_EXCLUSIVE;
        }
    }

    /** A condition under which it is there, by the number of the register. */
    record Condition(int register, IntPredicate test) {}

    final Kind kind;
    final Op op;
    final int thread;

    /** Its bit in masks of steps. */
    final long bit;

    /** Number of the place; -1 for a barrier. */
    final int place;

    final Order order;

    /** Number of the register that gets the result; -1 for none. */
    int register = -1;

    /** Of a load exclusive: the register that says whether its store follows; else -1. */
    int proceeds = -1;

    /** Of a load exclusive: the register that gets what was read; else -1. */
    int found = -1;

    Condition[] conditions = {};

    /** The steps on whose results the conditions depend. */
    long conditionSources;

    /** Register that the stored value is computed from; -1 for a constant. */
    int valueRegister = -1;

    IntUnaryOperator value;

    /** The step on whose result the stored value depends; 0 for none. */
    long valueSource;

    /**
     * Whether later steps of the thread wait for it, or are at the same place: only then a guess
     * that it is not there makes a difference.
     */
    boolean matters;

    /** Earlier steps of the thread that must be over before this one. */
    long before;

    /** The same when it is a compareAndSet that fails: then it is a load. */
    long beforeFailing;

    /** Earlier steps of the thread that the compiler keeps before this one. */
    long compiledBefore;

    Step(Kind kind, Op op, int thread, int number, int place) {
        this.kind = kind;
        this.op = op;
        this.thread = thread;
        this.bit = 1L << number;
        this.place = place;
        this.order = op.order();
    }

    boolean isPlain() {
        return order == Order.PLAIN;
    }

    boolean acquires() {
        return kind.reads() && (order == Order.ACQUIRE || order == Order.VOLATILE);
    }

    boolean releases() {
        return kind.writes() && (order == Order.RELEASE || order == Order.VOLATILE);
    }
}
