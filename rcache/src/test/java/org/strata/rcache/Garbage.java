package org.strata.rcache;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Collects garbage until something is seen. */
final class Garbage {
    private static final int TRIES = 50;

    private Garbage() {}

    /** Returns whether a condition came true while garbage was collected again and again. */
    static boolean until(BooleanSupplier condition) {
        for (int i = 0; i < TRIES && !condition.getAsBoolean(); i++) {
            System.gc();
            // Reference handling and cleaners have threads of their own.
            LockSupport.parkNanos(2_000_000);
        }
        return condition.getAsBoolean();
    }
}
