package org.strata.opal.progress;

/** Something a thread can wait for. */
@FunctionalInterface
public interface Completion {
    /**
     * Returns true once the awaited thing has happened; never goes back to false while waited for.
     */
    boolean isDone();
}
