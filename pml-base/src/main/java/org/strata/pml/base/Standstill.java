package org.strata.pml.base;

import java.util.List;

/**
 * A rank keeps as many messages as it may that no receive has matched, and does not receive any of
 * them.
 *
 * @param bound what it may keep, and by which parameter
 * @param remedy a sentence that says how it may keep more
 * @param kept lines that say how many messages of which senders, tags and communicators it keeps
 * @param held numbers of the processes whose messages wait for room
 * @param nanos for how long nothing has changed
 */
public record Standstill(
        String bound, String remedy, List<String> kept, List<Integer> held, long nanos) {
    /** Copies the lists. */
    public Standstill {
        kept = List.copyOf(kept);
        held = List.copyOf(held);
    }
}
