package org.strata.litmus;

import org.strata.litmus.Step.Kind;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Runs a model in every order that its machine allows. A step may be made before earlier ones of
 * its thread, unless an order between them says otherwise; a load takes the value of an earlier
 * store of its thread that is still on its way. A load may be made before the condition is known
 * under which the thread comes to it: threads guess, and a run with a wrong guess does not count.
 */
public final class Explorer {
    private static final int MOST_STATES = 4_000_000;

    /** How a state was reached. */
    private record Link(State from, Step step) {}

    private final Program program;
    private final Map<State, Link> seen = new HashMap<>();
    private final ArrayDeque<State> open = new ArrayDeque<>();
    private State current;
    private int ends;

    private Explorer(Program program) {
        this.program = program;
    }

    /**
     * Returns the run that ends as it never must, or none, with the number of states.
     *
     * @throws IllegalStateException the model is too large
     */
    public static Verdict explore(Litmus litmus, Machine machine) {
        List<List<String>> bad = new ArrayList<>();
        Explorer explorer = new Explorer(Lowering.lower(litmus, machine));
        explorer.run(end -> {
            if (bad.isEmpty() && litmus.bad().test(explorer.outcome(end))) {
                bad.add(explorer.trace(end));
            }
        });
        List<String> run = bad.isEmpty() ? List.of() : bad.getFirst();
        return new Verdict(run, explorer.seen.size(), explorer.ends);
    }

    private void run(Consumer<State> atEnd) {
        int[] memory = new int[program.places().size()];
        for (int place = 0; place < memory.length; place++) {
            memory[place] = program.litmus().initial().getOrDefault(program.places().get(place), 0);
        }
        current = new State(0, 0, 0, memory, new int[program.words()]);
        seen.put(current, new Link(null, null));
        open.push(current);
        while (!open.isEmpty()) {
            current = open.pop();
            if (current.done() != program.all()) {
                program.steps().forEach(this::tryStep);
            } else if (guessedRight(current)) {
                ends++;
                atEnd.accept(current);
            }
        }
    }

    private void reach(Step step, State next) {
        if (seen.putIfAbsent(next, new Link(current, step)) == null) {
            if (seen.size() > MOST_STATES) {
                throw new IllegalStateException(program.litmus().name() + ": too many states");
            }
            open.push(next);
        }
    }

    private void tryStep(Step step) {
        if (current.isDone(step)) {
            return;
        }
        boolean known = current.has(step.conditionSources);
        boolean comes = known && current.holds(step.conditions);
        boolean goes = known ? !comes : step.matters && step.conditions.length > 0;
        if (goes && !current.isAssumed(step)) {
            reach(step, current.leaveOut(step));
        }
        if (comes || (!known && step.kind == Kind.LOAD)) {
            make(step);
        }
    }

    private void make(Step step) {
        boolean ready = current.has(step.before);
        switch (step.kind) {
            case LOAD -> {
                if (ready) {
                    load(step);
                }
            }
            case UPDATE -> update(step, ready);
            case LOAD_EXCLUSIVE -> {
                if (ready) {
                    loadExclusive(step);
                }
            }
            case BARRIER -> {
                if (ready && othersAreBetweenSteps(step)) {
                    reach(step, current.load(step, -1, 0));
                }
            }
            default -> {
                if (ready && !isReserved(step)) {
                    reach(step, current.store(step, value(step)));
                }
            }
        }
    }

    private int value(Step step) {
        int input = step.valueRegister < 0 ? 0 : current.registers()[step.valueRegister];
        return step.value.applyAsInt(input);
    }

    private void load(Step step) {
        Step store = ownStore(step);
        if (store == null) {
            int value = current.memory()[step.place];
            if (endsLoop(step, value)) {
                reach(step, current.load(step, step.register, value));
            }
        } else if (current.has(store.valueSource) && endsLoop(step, value(store))) {
            // The store may be a guess, too; if it does not hold, the run ends nowhere.
            State next = current.load(step, step.register, value(store));
            reach(step, store.conditions.length == 0 ? next : next.assume(store));
        }
    }

    private static boolean endsLoop(Step step, int result) {
        return step.op.awaited() == null || step.op.awaited() == result;
    }

    /** Returns the last earlier store of the thread to the place if it is on its way, or null. */
    private Step ownStore(Step load) {
        Step found = null;
        for (Step step : program.steps()) {
            if (step == load) {
                break;
            }
            boolean own = step.thread == load.thread && step.place == load.place;
            if (own && step.kind == Kind.STORE && !current.isAbsent(step)) {
                found = step;
            }
        }
        return found == null || current.isDone(found) ? null : found;
    }

    private void update(Step step, boolean ready) {
        int old = current.memory()[step.place];
        switch (step.op.kind()) {
            case COMPARE_AND_SET -> {
                if (old != step.op.expected()) {
                    if (endsLoop(step, 0) && current.has(step.beforeFailing)) {
                        reach(step, current.load(step, step.register, 0));
                    }
                } else if (ready && endsLoop(step, 1)) {
                    reach(step, current.load(step, step.register, 1).store(step, value(step)));
                }
            }
            default -> {
                if (ready && endsLoop(step, old)) {
                    int sum = step.op.kind() == Op.Kind.ADD ? old : 0;
                    State loaded = current.load(step, step.register, old);
                    reach(step, loaded.store(step, sum + value(step)));
                }
            }
        }
    }

    private void loadExclusive(Step step) {
        int old = current.memory()[step.place];
        boolean compares = step.op.kind() == Op.Kind.COMPARE_AND_SET;
        int proceeds = !compares || old == step.op.expected() ? 1 : 0;
        int result = compares ? proceeds : old;
        if (!endsLoop(step, result)) {
            return;
        }
        State next = current.load(step, step.register, result);
        reach(step, next.load(step, step.found, old).load(step, step.proceeds, proceeds));
    }

    /**
     * Returns whether another thread is between its load and store exclusive of the place: then its
     * store fails, and it begins anew; a run in which it begins later is the same.
     */
    private boolean isReserved(Step store) {
        for (Step step : program.steps()) {
            if (step.kind == Kind.LOAD_EXCLUSIVE
                    && step.place == store.place
                    && step.thread != store.thread
                    && current.isDone(step)
                    && !current.isAbsent(step)
                    && current.registers()[step.proceeds] == 1
                    && !current.isDone(program.steps().get(number(step) + 1))) {
                return true;
            }
        }
        return false;
    }

    private static int number(Step step) {
        return Long.numberOfTrailingZeros(step.bit);
    }

    /**
     * Returns whether every other thread is at one place of its code: all before is over, nothing
     * behind has begun, in the order that the compiler has left them in.
     */
    private boolean othersAreBetweenSteps(Step barrier) {
        for (Step step : program.steps()) {
            boolean made = current.isDone(step) && !current.isAbsent(step);
            if (step.thread != barrier.thread && made && !current.has(step.compiledBefore)) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether those steps are left out whose conditions do not hold. */
    private boolean guessedRight(State end) {
        for (Step step : program.steps()) {
            if (end.isAbsent(step) && end.holds(step.conditions)) {
                return false;
            }
        }
        return true;
    }

    private Litmus.Outcome outcome(State end) {
        return new Litmus.Outcome() {
            @Override
            public int of(String register) {
                int number = program.registers().indexOf(register);
                for (Step step : program.steps()) {
                    if (step.register == number && number >= 0) {
                        return end.holds(step.conditions) ? end.registers()[number] : 0;
                    }
                }
                throw new IllegalArgumentException("no register " + register);
            }

            @Override
            public int last(String place) {
                return end.memory()[program.places().indexOf(place)];
            }
        };
    }

    private List<String> trace(State end) {
        List<String> lines = new ArrayList<>();
        State state = end;
        while (seen.get(state).step() != null) {
            Link link = seen.get(state);
            lines.add(line(link.step(), state));
            state = link.from();
        }
        Collections.reverse(lines);
        return lines;
    }

    private String line(Step step, State after) {
        String who = program.litmus().threads().get(step.thread).method();
        String what = after.isAbsent(step) ? "does not come to: " + step.op : step.op.toString();
        if (step.register >= 0 && !after.isAbsent(step)) {
            what += " = " + after.registers()[step.register];
        } else if (step.kind.writes() && !after.isAbsent(step)) {
            what += " = " + after.memory()[step.place];
        }
        return who + ": " + what;
    }
}
