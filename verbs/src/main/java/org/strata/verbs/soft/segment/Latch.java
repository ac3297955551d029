package org.strata.verbs.soft.segment;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A lock for the data path: one CAS acquires it, one ordered store releases it. Not reentrant. A
 * waiting thread spins, then yields, since the lock is released after one request at most.
 */
public final class Latch {
    private static final VarHandle HELD;
    private static final int SPINS = 100;

    static {
        try {
            HELD = MethodHandles.lookup().findVarHandle(Latch.class, "held", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Pairs with Latch.tryLock and unlock; read by Worker.inUse behind ActivePairs.clear. */
    private volatile int held;

    public boolean tryLock() {
        // Pairs with Latch.unlock: guards what the latch does.
        return held == 0 && HELD.compareAndSet(this, 0, 1);
    }

    public void lock() {
        int spins = 0;
        while (!tryLock()) {
            pause(++spins);
        }
    }

    /** Pauses a waiting thread between two tries: it spins, then yields. */
    public static void pause(int spins) {
        if (spins < SPINS) {
            Thread.onSpinWait();
        } else {
            Thread.yield();
        }
    }

    public boolean isHeld() {
        return held != 0;
    }

    public void unlock() {
        // Pairs with Latch.tryLock.
        HELD.setRelease(this, 0);
    }
}
