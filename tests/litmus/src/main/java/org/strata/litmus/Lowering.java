package org.strata.litmus;

import org.strata.litmus.Op.Guard;
import org.strata.litmus.Op.Order;
import org.strata.litmus.Step.Condition;
import org.strata.litmus.Step.Kind;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Makes the steps of a model on a machine, with their order. */
final class Lowering {
    private final Litmus litmus;
    private final Machine machine;
    private final List<Step> steps = new ArrayList<>();
    private final List<String> places = new ArrayList<>();
    private final List<String> registers = new ArrayList<>();

    /** The step that sets a register. */
    private final Map<String, Step> sources = new HashMap<>();

    private int words;

    /** The steps of the thread at hand, each with the fences before it. */
    private final List<Step> thread = new ArrayList<>();

    private final List<Set<Order>> fences = new ArrayList<>();
    private Set<Order> pending = EnumSet.noneOf(Order.class);

    private Lowering(Litmus litmus, Machine machine) {
        this.litmus = litmus;
        this.machine = machine;
    }

    static Program lower(Litmus litmus, Machine machine) {
        return new Lowering(litmus, machine).program();
    }

    private Program program() {
        nameRegisters();
        for (int number = 0; number < litmus.threads().size(); number++) {
            thread.clear();
            fences.clear();
            pending = EnumSet.noneOf(Order.class);
            for (Op op : litmus.threads().get(number).ops()) {
                add(op, number);
            }
            order();
        }
        if (steps.size() > Long.SIZE) {
            throw new IllegalArgumentException(litmus.name() + ": more steps than " + Long.SIZE);
        }
        return new Program(
                litmus, machine, List.copyOf(steps), List.copyOf(places), registers, words);
    }

    private void nameRegisters() {
        for (Litmus.Actor actor : litmus.threads()) {
            for (Op op : actor.ops()) {
                if (op.register() != null) {
                    if (registers.contains(op.register())) {
                        throw new IllegalArgumentException("two registers " + op.register());
                    }
                    registers.add(op.register());
                }
            }
        }
        words = registers.size();
    }

    private void add(Op op, int number) {
        switch (op.kind()) {
            case FENCE -> pending.add(op.order());
            case MEMBARRIER -> step(Kind.BARRIER, op, number);
            case LOAD -> step(Kind.LOAD, op, number);
            case STORE -> {
                step(Kind.STORE, op, number);
                if (machine.tso() && op.order() == Order.VOLATILE) {
                    pending.add(Order.FULL);
                }
            }
            default -> {
                if (machine.exclusives()) {
                    exclusives(op, number);
                } else {
                    step(Kind.UPDATE, op, number);
                }
            }
        }
    }

    private Step step(Kind kind, Op op, int number) {
        int place = op.place() == null ? -1 : place(op.place());
        Step step = new Step(kind, op, number, steps.size(), place);
        if (op.register() != null && kind != Kind.STORE_EXCLUSIVE) {
            step.register = registers.indexOf(op.register());
            sources.put(op.register(), step);
        }
        guard(step, op);
        if (op.value() != null && kind.writes()) {
            step.value = op.value().function();
            if (op.value().register() != null) {
                step.valueRegister = registers.indexOf(op.value().register());
                step.valueSource = source(op.value().register()).bit;
            }
        }
        steps.add(step);
        thread.add(step);
        fences.add(pending);
        pending = EnumSet.noneOf(Order.class);
        return step;
    }

    private int place(String name) {
        if (!places.contains(name)) {
            places.add(name);
        }
        return places.indexOf(name);
    }

    private Step source(String register) {
        Step step = sources.get(register);
        if (step == null) {
            throw new IllegalArgumentException("no earlier register " + register);
        }
        return step;
    }

    /** A step is there if its conditions hold, and those of the registers in them. */
    private void guard(Step step, Op op) {
        List<Condition> all = new ArrayList<>();
        for (Guard guard : op.guards()) {
            Step source = source(guard.register());
            if (source.thread != step.thread) {
                throw new IllegalArgumentException(guard.register() + " of another thread");
            }
            all.addAll(List.of(source.conditions));
            all.add(new Condition(registers.indexOf(guard.register()), guard.test()));
            step.conditionSources |= source.conditionSources | source.bit;
        }
        step.conditions = all.toArray(new Condition[0]);
    }

    /** An update as a loop of two instructions: only its last round is made. */
    private void exclusives(Op op, int number) {
        Step load = step(Kind.LOAD_EXCLUSIVE, op, number);
        load.proceeds = words++;
        load.found = words++;
        Step store = step(Kind.STORE_EXCLUSIVE, op, number);
        Condition proceeds = new Condition(load.proceeds, held -> held == 1);
        List<Condition> more = new ArrayList<>(List.of(store.conditions));
        more.add(proceeds);
        store.conditions = more.toArray(new Condition[0]);
        store.conditionSources |= load.bit;
        if (op.kind() == Op.Kind.ADD) {
            int delta = op.value().function().applyAsInt(0);
            store.valueRegister = load.found;
            store.value = found -> found + delta;
        }
    }

    private void order() {
        for (int later = 0; later < thread.size(); later++) {
            Step step = thread.get(later);
            Set<Order> between = EnumSet.noneOf(Order.class);
            between.addAll(fences.get(later));
            for (int earlier = later - 1; earlier >= 0; earlier--) {
                order(thread.get(earlier), step, between);
                between.addAll(fences.get(earlier));
            }
            long needs = step.valueSource;
            if (step.op.address() != null) {
                needs |= source(step.op.address()).bit;
            }
            if (step.kind.writes()) {
                needs |= step.conditionSources;
            }
            step.before |= needs;
            step.beforeFailing |= needs;
            step.compiledBefore |= needs;
        }
        for (Step step : thread) {
            step.matters = thread.stream().anyMatch(later -> waitsFor(later, step));
        }
    }

    private static boolean waitsFor(Step later, Step earlier) {
        boolean waits = ((later.before | later.beforeFailing) & earlier.bit) != 0;
        return waits || (later.place == earlier.place && later != earlier);
    }

    private void order(Step earlier, Step step, Set<Order> between) {
        if (Ordering.byMachine(machine, earlier, step, step.kind, between)) {
            step.before |= earlier.bit;
        }
        if (Ordering.byMachine(machine, earlier, step, Kind.LOAD, between)) {
            step.beforeFailing |= earlier.bit;
        }
        if (Ordering.byCompiler(earlier, step, between)) {
            step.compiledBefore |= earlier.bit;
        }
    }
}
