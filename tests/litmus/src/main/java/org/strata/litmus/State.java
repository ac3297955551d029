package org.strata.litmus;

import java.util.Arrays;

/**
 * A state of a run.
 *
 * @param done steps that are over
 * @param absent those of them that are left out: their condition does not hold, or the thread has
 *     guessed so
 * @param assumed conditional steps that are not over, and whose value a load has taken already
 * @param memory by number of the place
 * @param registers by number
 */
record State(long done, long absent, long assumed, int[] memory, int[] registers) {
    State leaveOut(Step step) {
        return new State(done | step.bit, absent | step.bit, assumed, memory, registers);
    }

    State load(Step step, int register, int value) {
        if (register < 0) {
            return new State(done | step.bit, absent, assumed, memory, registers);
        }
        int[] next = registers.clone();
        next[register] = value;
        return new State(done | step.bit, absent, assumed, memory, next);
    }

    State store(Step step, int value) {
        int[] next = memory.clone();
        next[step.place] = value;
        return new State(done | step.bit, absent, assumed & ~step.bit, next, registers);
    }

    /** Binds the thread to a step: it must come there. */
    State assume(Step step) {
        return new State(done, absent, assumed | step.bit, memory, registers);
    }

    boolean isAssumed(Step step) {
        return (assumed & step.bit) != 0;
    }

    boolean isDone(Step step) {
        return (done & step.bit) != 0;
    }

    boolean isAbsent(Step step) {
        return (absent & step.bit) != 0;
    }

    /** Returns whether all steps of a mask are over. */
    boolean has(long steps) {
        return (steps & ~done) == 0;
    }

    boolean holds(Step.Condition[] conditions) {
        for (Step.Condition condition : conditions) {
            if (!condition.test().test(registers[condition.register()])) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof State state
                && done == state.done
                && absent == state.absent
                && assumed == state.assumed
                && Arrays.equals(memory, state.memory)
                && Arrays.equals(registers, state.registers);
    }

    @Override
    public int hashCode() {
        int hash = (Long.hashCode(done) * 31 + Long.hashCode(absent)) * 31;
        hash += Long.hashCode(assumed);
        return (hash * 31 + Arrays.hashCode(memory)) * 31 + Arrays.hashCode(registers);
    }
}
