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

    /** {@link #awaited}: no process has to act, the data are moving. */
    int NOBODY = -1;

    /** {@link #awaited}: one of several processes has to act, or it is not known which. */
    int SEVERAL = -2;

    /**
     * Returns the process that must act before the condition holds, as its number in the job, or
     * {@link #NOBODY} or {@link #SEVERAL}. Called inside the bracket by a thread that waits for it
     * and finds nothing to do, in every round of its pauses: it must be cheap.
     */
    default int awaited() {
        return SEVERAL;
    }

    /**
     * What a waiting thread waits for, in words, and which processes must act before it can go on.
     * Made when an {@link Inquiry} asks. Tier 3.
     *
     * @param what what is awaited: "a message of rank 1, tag 7, 8 bytes"; empty if nothing is known
     * @param where the communicator; empty if there is none, or nothing is known
     * @param needs which of the ranks must act
     * @param ranks ranks in MPI_COMM_WORLD; empty if the wait ends without any process that acts
     * @param arrived messages that are there and are not what is awaited
     */
    record WaitState(
            String what, String where, Needs needs, List<Integer> ranks, List<Arrived> arrived) {
        /** A wait beside which nothing has arrived. */
        public WaitState(String what, String where, Needs needs, List<Integer> ranks) {
            this(what, where, needs, ranks, List.of());
        }

        /**
         * Messages that no receive has matched.
         *
         * @param rank their sender in MPI_COMM_WORLD
         * @param tag their tag
         * @param bytes the length of each
         * @param count their number
         */
        public record Arrived(int rank, int tag, long bytes, int count) {}

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
