package org.strata.litmus;

import java.util.List;

/**
 * What an exploration has found.
 *
 * @param run to the outcome that must never be, a line for each step; empty when there is none
 * @param states how many there are
 * @param ends how many of them are ends of all threads
 */
public record Verdict(List<String> run, int states, int ends) {
    /** Returns whether the outcome that must never be can be. */
    public boolean isBad() {
        return !run.isEmpty();
    }
}
