package org.strata.opal.time;

/** A source of monotonic time; injected, so that a simulation controls time. */
@FunctionalInterface
public interface Clock {
    /** The machine's monotonic clock. */
    Clock SYSTEM = System::nanoTime;

    /** Returns nanoseconds since an arbitrary, fixed point. */
    long nanoTime();
}
