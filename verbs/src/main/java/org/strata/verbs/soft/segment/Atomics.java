package org.strata.verbs.soft.segment;

import org.strata.opal.memory.Memory;

/**
 * Fetch-and-add and compare-and-swap. They are atomic against each other, but as with most adapters
 * (IBV_ATOMIC_HCA) not against the owner's own stores. In memory that all peers map they are
 * atomics of the processor; elsewhere a lock in the owner's segment serializes them.
 */
public final class Atomics {
    private static final int SPINS = 1000;

    /** This process; asked for once, since each question costs an object. */
    private static final int SELF = (int) ProcessHandle.current().pid();

    private Atomics() {}

    public static long changed(long old, boolean swap, long operand, long value) {
        if (!swap) {
            return old + operand;
        }
        return old == operand ? value : old;
    }

    /** Executes an atomic at an address of this process; returns the old value. */
    public static long direct(long at, boolean swap, long operand, long value) {
        if (!swap) {
            // Pairs with itself in every process; orders what RDMA before and behind it accesses.
            return Memory.getAndAddLong(at, operand);
        }
        while (true) {
            // Pairs with itself in every process, as above.
            long old = Memory.getLongVolatile(at);
            if (old != operand || Memory.compareAndSetLong(at, operand, value)) {
                return old;
            }
        }
    }

    /** Acquires the lock of an owner, even from a process that died with it. */
    public static void lock(long header) {
        long lock = header + SegmentHeader.ATOMIC_LOCK;
        int spins = 0;
        // Pairs with Atomics.unlock: guards the read, change and write of a value.
        while (!Memory.compareAndSetInt(lock, 0, SELF)) {
            if (++spins % SPINS != 0) {
                Thread.onSpinWait();
                continue;
            }
            Thread.yield();
            int holder = Memory.getIntVolatile(lock);
            if (holder != 0 && ProcessLife.started(holder) == ProcessLife.GONE) {
                Memory.compareAndSetInt(lock, holder, 0);
            }
        }
    }

    public static void unlock(long header) {
        // Pairs with Atomics.lock: the value is written.
        Memory.putIntRelease(header + SegmentHeader.ATOMIC_LOCK, 0);
    }
}
