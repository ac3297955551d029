package org.strata.opal.progress;

/** A condition that a thread waits for. */
@FunctionalInterface
public interface Completion {
    /**
     * Returns whether the condition holds; it holds until every thread that waits for it has seen
     * it.
     */
    boolean isDone();

    /**
     * Describes the condition to people who ask what a thread waits for. Called inside the bracket,
     * by a thread that waits for it and finds nothing to do.
     */
    default WaitState waitState() {
        return WaitState.UNKNOWN;
    }
}
