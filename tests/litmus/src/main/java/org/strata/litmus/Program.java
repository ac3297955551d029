package org.strata.litmus;

import java.util.List;

/**
 * A model on a machine.
 *
 * @param litmus the model
 * @param machine the machine
 * @param steps of all threads; a step's number is that of its bit
 * @param places names, by number
 * @param registers names, by number; those without a name of their own behind them
 * @param words number of all registers
 */
record Program(
        Litmus litmus,
        Machine machine,
        List<Step> steps,
        List<String> places,
        List<String> registers,
        int words) {

    long all() {
        return steps.size() == Long.SIZE ? -1 : (1L << steps.size()) - 1;
    }
}
