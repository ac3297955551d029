package org.strata.opal.progress;

/** A source of events that makes progress only when it is polled. */
@FunctionalInterface
public interface Progressable {
    /** Does what can be done now without blocking; returns the number of events handled. */
    int progress();
}
