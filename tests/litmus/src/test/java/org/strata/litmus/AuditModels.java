package org.strata.litmus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.litmus.Litmus.litmus;
import static org.strata.litmus.Ops.acquire;
import static org.strata.litmus.Ops.load;
import static org.strata.litmus.Ops.store;
import static org.strata.litmus.Ops.volatileStore;

import org.strata.litmus.Litmus.Outcome;
import org.strata.litmus.Op.Order;

import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;

/**
 * The vocabulary of the audit of 25 November 2026, whose models were instructions: W, R, CAS, SWP
 * with flags "a" (ldar) and "r" (stlr), F and MB.
 */
final class AuditModels {
    static final Machine ARM = Machine.ARM;

    /** As ARM, with ldapr for acquire: it may pass an earlier stlr to another place. */
    static final Machine RCPC = new Machine("arm/rcpc", false, false, false);

    static final Machine TSO = Machine.X86;

    private AuditModels() {}

    /** On TSO the flag r is no fence. */
    static Op w(String place, int value, String flags) {
        Op plain = store(place, value);
        return flags.equals("r") ? volatileStore(place, value) : plain;
    }

    static Op w(String place, int value) {
        return store(place, value);
    }

    static Op w(String place, String register, IntUnaryOperator function) {
        return store(place, register, function);
    }

    static Op r(String register, String place, String flags) {
        return (flags.equals("a") ? acquire(place) : load(place)).as(register);
    }

    static Op r(String register, String place) {
        return r(register, place, "");
    }

    /** Its register gets 1 when it has stored; the audit's got what it found. */
    static Op cas(String register, String place, int old, int value) {
        return Ops.compareAndSet(place, old, value).as(register);
    }

    static Op cas(String register, String place, int old, int value, Order order) {
        return cas(register, place, old, value).ordered(order);
    }

    static Op[] t(Op... ops) {
        return ops;
    }

    static void ok(Machine machine, Op[] one, Op[] two, Predicate<Outcome> bad) {
        ok(machine, one, two, bad, Map.of());
    }

    static void ok(
            Machine machine, Op[] one, Op[] two, Predicate<Outcome> bad, Map<String, Integer> at) {
        assertThat(explore(machine, one, two, bad, at).run()).isEmpty();
    }

    static void bad(Machine machine, Op[] one, Op[] two, Predicate<Outcome> bad) {
        bad(machine, one, two, bad, Map.of());
    }

    static void bad(
            Machine machine, Op[] one, Op[] two, Predicate<Outcome> bad, Map<String, Integer> at) {
        assertThat(explore(machine, one, two, bad, at).isBad()).isTrue();
    }

    private static Verdict explore(
            Machine machine, Op[] one, Op[] two, Predicate<Outcome> bad, Map<String, Integer> at) {
        Litmus litmus = litmus("audit").thread("one", one).thread("two", two).never(bad);
        for (Map.Entry<String, Integer> initial : at.entrySet()) {
            litmus = litmus.initially(initial.getKey(), initial.getValue());
        }
        return Explorer.explore(machine == TSO ? withoutFences(litmus) : litmus, machine);
    }

    /** The audit's stlr on TSO was a plain store. */
    private static Litmus withoutFences(Litmus litmus) {
        Litmus result = litmus;
        for (int thread = 0; thread < litmus.threads().size(); thread++) {
            for (int i = 0; i < litmus.threads().get(thread).ops().size(); i++) {
                Op op = litmus.threads().get(thread).ops().get(i);
                if (op.kind() == Op.Kind.STORE && op.order() == Order.VOLATILE) {
                    result = result.replace(thread, i, op.ordered(Order.RELEASE));
                }
            }
        }
        return result;
    }
}
