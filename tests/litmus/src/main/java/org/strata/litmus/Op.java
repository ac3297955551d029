package org.strata.litmus;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;

/**
 * One access or fence of a thread, as the product's code makes it: immutable, made by {@link Ops}.
 *
 * @param kind what it does
 * @param order of an access: the mode of its VarHandle; of a fence: which one
 * @param place the shared word; null of a fence
 * @param register gets what a load read, what an exchange found, or whether a compareAndSet was
 *     done (1 or 0); null for nothing
 * @param value what a store, an exchange or a compareAndSet stores, or what is added
 * @param expected what a compareAndSet compares with
 * @param guards conditions under which the thread comes here
 * @param awaited the result with which a loop ends, whose last round this is; null when the thread
 *     goes on with any result
 * @param address register from which the address is computed; null when it is known before
 * @param isSpare whether the protocol would hold with the next weaker order, too
 */
public record Op(
        Kind kind,
        Order order,
        String place,
        String register,
        Value value,
        int expected,
        List<Guard> guards,
        Integer awaited,
        String address,
        boolean isSpare) {

    /** What an operation does. */
    public enum Kind {
        LOAD,
        STORE,
        COMPARE_AND_SET,
        EXCHANGE,
        ADD,
        FENCE,
        /** Linux's membarrier: every thread of every joined process passes a full fence. */
        MEMBARRIER
    }

    /** The mode of an access, or the kind of a fence. */
    public enum Order {
        PLAIN,
        ACQUIRE,
        RELEASE,
        VOLATILE,
        STORE_STORE,
        FULL
    }

    /**
     * What is stored.
     *
     * @param register that it depends on; null for a constant
     * @param function of the register
     */
    record Value(String register, IntUnaryOperator function) {}

    /** A condition on what a register holds. */
    record Guard(String register, IntPredicate test) {}

    /** Names the register that gets the result. */
    public Op as(String name) {
        return new Op(kind, order, place, name, value, expected, guards, awaited, address, isSpare);
    }

    /** The thread comes here only if a register holds this number. */
    public Op when(String name, int number) {
        return when(name, held -> held == number);
    }

    /** The thread comes here only if a register passes a test. */
    public Op when(String name, IntPredicate test) {
        if (kind == Kind.FENCE || kind == Kind.MEMBARRIER) {
            throw new IllegalArgumentException("a fence with a condition: make two models of it");
        }
        List<Guard> more = new ArrayList<>(guards);
        more.add(new Guard(name, test));
        return new Op(
                kind,
                order,
                place,
                register,
                value,
                expected,
                List.copyOf(more),
                awaited,
                address,
                isSpare);
    }

    /**
     * The thread comes here in a loop, which ends with this result: of a compareAndSet 1, else what
     * is loaded. Earlier rounds are left out. What follows may be made before the end of the loop,
     * unless an order says otherwise.
     */
    public Op until(int result) {
        return new Op(
                kind, order, place, register, value, expected, guards, result, address, isSpare);
    }

    /** The address is computed from what a register holds, as of a field of a loaded object. */
    public Op at(String name) {
        return new Op(
                kind, order, place, register, value, expected, guards, awaited, name, isSpare);
    }

    /**
     * The protocol would hold with the next weaker order, too: the code has more than it needs, for
     * a reason that the model says in a comment.
     */
    public Op spare() {
        return new Op(
                kind, order, place, register, value, expected, guards, awaited, address, true);
    }

    Op ordered(Order other) {
        return new Op(
                kind, other, place, register, value, expected, guards, awaited, address, isSpare);
    }

    boolean reads() {
        return kind == Kind.LOAD || isUpdate();
    }

    boolean writes() {
        return kind == Kind.STORE || isUpdate();
    }

    /** Returns whether it reads and writes in one. */
    boolean isUpdate() {
        return kind == Kind.COMPARE_AND_SET || kind == Kind.EXCHANGE || kind == Kind.ADD;
    }

    boolean isFence() {
        return kind == Kind.FENCE;
    }

    @Override
    public String toString() {
        if (kind == Kind.MEMBARRIER) {
            return "membarrier";
        }
        String mode = order.toString().toLowerCase(java.util.Locale.ROOT);
        if (kind == Kind.FENCE) {
            return mode + " fence";
        }
        String what = kind.toString().toLowerCase(java.util.Locale.ROOT);
        String name = order == Order.PLAIN ? what : mode + " " + what;
        return name + " of " + place + (register == null ? "" : " as " + register);
    }
}
