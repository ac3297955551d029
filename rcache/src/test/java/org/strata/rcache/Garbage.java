package org.strata.rcache;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Collects garbage until something is seen. */
final class Garbage {
    /**
     * Far above what a loaded machine needs to hand references to the threads that wait for them.
     */
    static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

    private Garbage() {}

    /** Returns whether a condition came true while garbage was collected again and again. */
    static boolean until(BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start > PATIENCE_NANOS) {
                return false;
            }
            collect();
        }
        return true;
    }

    /** Collects once and leaves the processor to the threads that handle references. */
    static void collect() {
        System.gc();
        LockSupport.parkNanos(2_000_000);
    }
}
