package org.strata.verbs.soft;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A lock for the data path: one CAS to take, one ordered store to give back. Not reentrant. Who
 * waits spins, then yields: it is held for one request at most.
 */
final class Latch {
    private static final VarHandle HELD;
    private static final int SPINS = 100;

    static {
        try {
            HELD = MethodHandles.lookup().findVarHandle(Latch.class, "held", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile int held;

    boolean tryLock() {
        return held == 0 && HELD.compareAndSet(this, 0, 1);
    }

    void lock() {
        int spins = 0;
        while (!tryLock()) {
            pause(++spins);
        }
    }

    /** What who waits does between two looks. */
    static void pause(int spins) {
        if (spins < SPINS) {
            Thread.onSpinWait();
        } else {
            Thread.yield();
        }
    }

    void unlock() {
        HELD.setRelease(this, 0);
    }
}
