package org.strata.opal.time;

/**
 * A source of monotonic time; injected, so that a simulation controls time. Without annotation: the
 * injector looks at those of the types that it binds, and the JVM makes classes for that.
 */
public interface Clock {
    /** The machine's monotonic clock. */
    Clock SYSTEM = System::nanoTime;

    /** Returns nanoseconds since an arbitrary, fixed point. */
    long nanoTime();
}
