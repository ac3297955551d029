package org.strata.litmus;

import org.strata.litmus.Op.Order;
import org.strata.litmus.Step.Kind;

import java.util.Set;

/** Which of two accesses of a thread, the first before the second, keep their order. */
final class Ordering {
    private Ordering() {}

    /**
     * Returns whether a machine keeps the order.
     *
     * @param fences those between the two
     * @param second what the second access is: of a compareAndSet that fails, a load
     */
    static boolean byMachine(
            Machine machine, Step first, Step later, Kind second, Set<Order> fences) {
        if (first.kind == Kind.BARRIER || later.kind == Kind.BARRIER) {
            return true;
        }
        boolean storeThenLoad = first.kind == Kind.STORE && later.kind == Kind.LOAD;
        if (machine.tso()) {
            return !storeThenLoad || fences.contains(Order.FULL);
        }
        if (first.place == later.place) {
            // A load may read a store that is on its way: see Explorer.
            return !storeThenLoad;
        }
        return byFence(first, second, fences)
                || byModes(first, later, second, machine.acquireAfterVolatile());
    }

    private static boolean byFence(Step first, Kind second, Set<Order> fences) {
        return fences.contains(Order.FULL)
                || (fences.contains(Order.RELEASE) && second.writes())
                || (fences.contains(Order.STORE_STORE) && first.kind.writes() && second.writes())
                || (fences.contains(Order.ACQUIRE) && first.kind.reads());
    }

    private static boolean byModes(
            Step first, Step later, Kind second, boolean acquireAfterVolatile) {
        if (first.acquires() || (second.writes() && later.releases())) {
            return true;
        }
        boolean storesVolatile = first.kind.writes() && first.order == Order.VOLATILE;
        boolean loads = acquireAfterVolatile ? later.acquires() : later.order == Order.VOLATILE;
        return storesVolatile && second.reads() && loads;
    }

    /**
     * Returns whether the compiler keeps the order. HotSpot's compilers move no access across a
     * fence of any kind.
     */
    static boolean byCompiler(Step first, Step later, Set<Order> fences) {
        return first.kind == Kind.BARRIER
                || later.kind == Kind.BARRIER
                || !fences.isEmpty()
                || first.place == later.place
                || byModes(first, later, later.kind, false);
    }
}
