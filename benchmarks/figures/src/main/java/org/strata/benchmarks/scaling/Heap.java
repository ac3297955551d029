package org.strata.benchmarks.scaling;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The bytes of this JVM's heap that are in use. */
final class Heap {
    private static final MemoryMXBean MEMORY = ManagementFactory.getMemoryMXBean();
    private static final int MOST_COLLECTIONS = 20;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private Heap() {}

    /**
     * Collects garbage until two collections in a row have freed nothing, because objects with a
     * cleaner go one collection later, and returns what is left.
     */
    static long used() {
        long used = collect();
        int steady = 0;
        for (int i = 0; i < MOST_COLLECTIONS && steady < 2; i++) {
            LockSupport.parkNanos(PAUSE_NANOS);
            long now = collect();
            steady = now < used ? 0 : steady + 1;
            used = Math.min(used, now);
        }
        return used;
    }

    private static long collect() {
        MEMORY.gc();
        return MEMORY.getHeapMemoryUsage().getUsed();
    }
}
