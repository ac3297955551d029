package org.strata.opal.progress;

import java.util.List;

/** A condition that a thread waits for. */
@FunctionalInterface
public interface Completion {
    /**
     * Returns whether the condition holds; it holds until every thread that waits for it has seen
     * it.
     */
    boolean isDone();

    /**
     * Returns whether the condition is known not to hold soon: a thread of this process that works
     * for it wakes the engine when it has. A thread that waits for it does not poll for long before
     * it sleeps: it would take a core from the work.
     */
    default boolean takesLong() {
        return false;
    }

    /**
     * Describes the condition to people who ask what a thread waits for. Called inside the bracket,
     * by a thread that waits for it and finds nothing to do.
     */
    default WaitState waitState() {
        return WaitState.UNKNOWN;
    }

    /**
     * What a waiting thread waits for, in words, and which processes must act before it can go on.
     * Made when an {@link Inquiry} asks. Tier 3.
     *
     * @param what what is awaited: "a message of rank 1, tag 7, 8 bytes"; empty if nothing is known
     * @param where the communicator; empty if there is none, or nothing is known
     * @param needs which of the ranks must act
     * @param ranks ranks in MPI_COMM_WORLD; empty if the wait ends without any process that acts
     */
    record WaitState(String what, String where, Needs needs, List<Integer> ranks) {
        /** Which ranks must act. */
        public enum Needs {
            /** Every one of them. */
            ALL,
            /** One of them. */
            ANY,
            /** All ranks of the job must come to the same wait. */
            FENCE
        }

        /** A wait that does not describe itself. */
        public static final WaitState UNKNOWN = new WaitState("", "", Needs.ALL, List.of());
    }
}
