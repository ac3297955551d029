package org.strata.opal.progress;

/** A condition that a thread waits for. */
@FunctionalInterface
public interface Completion {
    /**
     * Returns whether the condition holds; it holds until every thread that waits for it has seen
     * it.
     */
    boolean isDone();
}
