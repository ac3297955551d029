package org.strata.opal.progress;

/** Something that moves forward only when polled. */
@FunctionalInterface
public interface Progressable {
    /** Does what can be done now without blocking; returns the number of events handled. */
    int progress();
}
