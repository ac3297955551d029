package org.strata.litmus;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The model of a protocol: what each thread does with shared words, and the outcome that must never
 * be. Immutable; each method returns another one.
 *
 * @param name a sentence that the model proves
 * @param threads in any order
 * @param initial values of places that are not 0 at first
 * @param code the accesses of the product's methods that the model stands for
 * @param bad whether an outcome must never be
 */
public record Litmus(
        String name,
        List<Actor> threads,
        Map<String, Integer> initial,
        List<MethodCode> code,
        Predicate<Outcome> bad) {

    /**
     * A thread.
     *
     * @param method of the product, from its package below org.strata on
     *     ("btl.shm.BoxWriter.sendSlot"); or in words, without a point, what is not ours
     */
    public record Actor(String method, List<Op> ops) {}

    /**
     * What a method of the product must contain, so that the model is one of the code.
     *
     * @param accesses as {@link ProductCode#accesses} returns them
     */
    public record MethodCode(String method, List<String> accesses) {}

    /** What is left when all threads have ended. */
    public interface Outcome {
        /** Returns what a register holds; 0 when its thread did not come there. */
        int of(String register);

        /** Returns what a place holds. */
        int last(String place);
    }

    /** Begins a model. */
    public static Litmus litmus(String name) {
        return new Litmus(name, List.of(), Map.of(), List.of(), outcome -> false);
    }

    /** Adds a thread. */
    public Litmus thread(String method, Op... ops) {
        List<Actor> more = new ArrayList<>(threads);
        more.add(new Actor(method, List.of(ops)));
        return new Litmus(name, List.copyOf(more), initial, code, bad);
    }

    /** Gives a place a first value other than 0. */
    public Litmus initially(String place, int value) {
        Map<String, Integer> more = new LinkedHashMap<>(initial);
        more.put(place, value);
        return new Litmus(name, threads, Map.copyOf(more), code, bad);
    }

    /**
     * Names the ordered accesses of a method, so that whoever changes them hears of this model.
     *
     * @param accesses as {@link ProductCode#accesses}; other calls may stand between, to show what
     *     is before and what behind them
     */
    public Litmus code(String method, String... accesses) {
        List<MethodCode> more = new ArrayList<>(code);
        more.add(new MethodCode(method, List.of(accesses)));
        return new Litmus(name, threads, initial, List.copyOf(more), bad);
    }

    /** Says what must never be. */
    public Litmus never(Predicate<Outcome> outcome) {
        return new Litmus(name, threads, initial, code, outcome);
    }

    /** Returns the model with another operation, or none, in the place of one. */
    Litmus replace(int thread, int index, Op other) {
        List<Op> ops = new ArrayList<>(threads.get(thread).ops());
        ops.remove(index);
        if (other != null) {
            ops.add(index, other);
        }
        List<Actor> changed = new ArrayList<>(threads);
        changed.set(thread, new Actor(threads.get(thread).method(), List.copyOf(ops)));
        return new Litmus(name, List.copyOf(changed), initial, code, bad);
    }
}
