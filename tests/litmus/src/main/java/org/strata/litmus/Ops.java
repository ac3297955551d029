package org.strata.litmus;

import org.strata.litmus.Op.Kind;
import org.strata.litmus.Op.Order;
import org.strata.litmus.Op.Value;

import java.util.List;
import java.util.function.IntUnaryOperator;

/** The words of a model: accesses and fences by the names that they have in Java. */
public final class Ops {
    private Ops() {}

    private static Op op(Kind kind, Order order, String place, Value value, int expected) {
        return new Op(kind, order, place, null, value, expected, List.of(), null, null, false);
    }

    private static Value constant(int number) {
        return new Value(null, ignored -> number);
    }

    /** A plain load. */
    public static Op load(String place) {
        return op(Kind.LOAD, Order.PLAIN, place, null, 0);
    }

    /** getAcquire. */
    public static Op acquire(String place) {
        return op(Kind.LOAD, Order.ACQUIRE, place, null, 0);
    }

    /** getVolatile. */
    public static Op volatileLoad(String place) {
        return op(Kind.LOAD, Order.VOLATILE, place, null, 0);
    }

    /** A plain store. */
    public static Op store(String place, int number) {
        return op(Kind.STORE, Order.PLAIN, place, constant(number), 0);
    }

    /** A plain store of what is computed from a register. */
    public static Op store(String place, String register, IntUnaryOperator function) {
        return op(Kind.STORE, Order.PLAIN, place, new Value(register, function), 0);
    }

    /** setRelease. */
    public static Op release(String place, int number) {
        return op(Kind.STORE, Order.RELEASE, place, constant(number), 0);
    }

    /** setRelease of what is computed from a register. */
    public static Op release(String place, String register, IntUnaryOperator function) {
        return op(Kind.STORE, Order.RELEASE, place, new Value(register, function), 0);
    }

    /** setVolatile. */
    public static Op volatileStore(String place, int number) {
        return op(Kind.STORE, Order.VOLATILE, place, constant(number), 0);
    }

    /** compareAndSet; its register gets 1 when it has stored, else 0. */
    public static Op compareAndSet(String place, int expected, int number) {
        return op(Kind.COMPARE_AND_SET, Order.VOLATILE, place, constant(number), expected);
    }

    /** getAndSet. */
    public static Op getAndSet(String place, int number) {
        return op(Kind.EXCHANGE, Order.VOLATILE, place, constant(number), 0);
    }

    /** getAndAdd. */
    public static Op getAndAdd(String place, int number) {
        return op(Kind.ADD, Order.VOLATILE, place, constant(number), 0);
    }

    /** VarHandle.fullFence. */
    public static Op fullFence() {
        return op(Kind.FENCE, Order.FULL, null, null, 0);
    }

    /** VarHandle.releaseFence: earlier loads and stores before later stores. */
    public static Op releaseFence() {
        return op(Kind.FENCE, Order.RELEASE, null, null, 0);
    }

    /** VarHandle.storeStoreFence. */
    public static Op storeStoreFence() {
        return op(Kind.FENCE, Order.STORE_STORE, null, null, 0);
    }

    /** VarHandle.acquireFence: earlier loads before later loads and stores. */
    public static Op acquireFence() {
        return op(Kind.FENCE, Order.ACQUIRE, null, null, 0);
    }

    /** Membarrier.everywhere. */
    public static Op membarrier() {
        return op(Kind.MEMBARRIER, Order.FULL, null, null, 0);
    }
}
