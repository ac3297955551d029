package org.strata.litmus;

import org.strata.litmus.Op.Order;

import java.util.ArrayList;
import java.util.List;

/**
 * A model in which one order is the next weaker one.
 *
 * @param what says which
 * @param litmus the weaker model
 * @param spare whether the protocol says that it holds nevertheless
 */
record Weakening(String what, Litmus litmus, boolean spare) {
    /** Returns every weakening of a model. */
    static List<Weakening> of(Litmus litmus) {
        List<Weakening> all = new ArrayList<>();
        for (int thread = 0; thread < litmus.threads().size(); thread++) {
            Litmus.Actor actor = litmus.threads().get(thread);
            for (int index = 0; index < actor.ops().size(); index++) {
                Op op = actor.ops().get(index);
                if (canBeWeaker(op)) {
                    Op weaker = weaker(op);
                    String what = actor.method() + ": " + op + " -> " + weaker;
                    all.add(
                            new Weakening(
                                    what, litmus.replace(thread, index, weaker), op.isSpare()));
                }
            }
        }
        return all;
    }

    private static boolean canBeWeaker(Op op) {
        return op.order() != Order.PLAIN;
    }

    /**
     * Returns the operation with the next weaker order; null when it is a fence that falls away.
     */
    private static Op weaker(Op op) {
        return switch (op.kind()) {
            case MEMBARRIER -> Ops.fullFence();
            case FENCE -> op.order() == Order.FULL ? Ops.releaseFence() : null;
            case LOAD -> op.ordered(op.order() == Order.VOLATILE ? Order.ACQUIRE : Order.PLAIN);
            case STORE -> op.ordered(op.order() == Order.VOLATILE ? Order.RELEASE : Order.PLAIN);
            default -> op.ordered(Order.PLAIN);
        };
    }
}
