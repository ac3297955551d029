package org.strata.osc.rdma;

import org.strata.opal.memory.Memory;

/**
 * The lock of a member's window: a cell for each member, which that one alone writes, by Lamport's
 * bakery algorithm. Who wants the lock announces that it chooses, reads all cells, writes a ticket
 * above all that it has seen, and reads the cells until nobody is before it. Tickets are served in
 * their order, those of equal number by rank; shared ones do not wait for each other.
 *
 * <p>A cell is a value and a check word, each byte of which depends on all of the value. A reader
 * that finds another pair has read while the cell was written, and reads again; the algorithm needs
 * no more from memory. The owner polls what peers write by RDMA, whose bytes an adapter may store
 * in any order: then value and complement could both be half of the old and half of the new ones.
 */
final class LockCells {
    /** Bytes of a cell. */
    static final int BYTES = 16;

    /** Value of a member that does not want the lock. */
    static final long IDLE = 0;

    /** Result of {@link #read} and {@link #next}: the cell is being written. */
    static final long TORN = -1;

    /** Result of {@link #blocker} and {@link #torn}: nobody. */
    static final int NOBODY = -1;

    private static final long CHOOSES = 1;
    private static final long SHARED = 2;
    private static final int NUMBER_SHIFT = 2;

    private LockCells() {}

    /** Returns the value of a member that is about to choose a ticket. */
    static long choosing(boolean exclusive) {
        return CHOOSES | (exclusive ? 0 : SHARED);
    }

    /** Returns the value of a ticket. */
    static long ticket(long number, boolean exclusive) {
        return number << NUMBER_SHIFT | (exclusive ? 0 : SHARED);
    }

    static void write(long cell, long value) {
        Memory.putLong(cell, value);
        Memory.putLong(cell + Long.BYTES, check(value));
    }

    /** Returns the check word of a value: the finalizer of SplitMix64 (Steele, Lea, Flood 2014). */
    private static long check(long value) {
        long mixed = value + 0x9e37_79b9_7f4a_7c15L;
        mixed = (mixed ^ (mixed >>> 30)) * 0xbf58_476d_1ce4_e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d0_49bb_1331_11ebL;
        return mixed ^ (mixed >>> 31);
    }

    static long read(long cell) {
        // Pairs with RdmaLocks.write, or its write by RDMA: guards the window.
        long value = Memory.getLongVolatile(cell);
        return Memory.getLongVolatile(cell + Long.BYTES) == check(value) ? value : TORN;
    }

    /** Returns the number after all that are taken, or TORN. */
    static long next(long cells, int members) {
        long most = 0;
        for (int member = 0; member < members; member++) {
            long value = read(cells + (long) member * BYTES);
            if (value == TORN) {
                return TORN;
            }
            most = Math.max(most, value >>> NUMBER_SHIFT);
        }
        return most + 1;
    }

    /** Returns the first member whose cell is being written, or was when it died; or NOBODY. */
    static int torn(long cells, int members) {
        for (int member = 0; member < members; member++) {
            if (read(cells + (long) member * BYTES) == TORN) {
                return member;
            }
        }
        return NOBODY;
    }

    /**
     * Returns a member that a ticket must wait for, or NOBODY.
     *
     * @param me who has the ticket
     */
    static int blocker(long cells, int members, int me, long ticket) {
        for (int member = 0; member < members; member++) {
            long value = member == me ? IDLE : read(cells + (long) member * BYTES);
            if (value != IDLE && precedes(value, member, ticket, me)) {
                return member;
            }
        }
        return NOBODY;
    }

    /**
     * Returns whether an exclusive ticket waits for shared ones only, while others of those wait
     * for it.
     *
     * @param me who has the ticket
     */
    static boolean holdsUpShared(long cells, int members, int me, long ticket) {
        boolean waiting = false;
        for (int member = 0; member < members; member++) {
            long value = member == me ? IDLE : read(cells + (long) member * BYTES);
            boolean shared = value != TORN && (value & SHARED) != 0;
            boolean first = value != IDLE && precedes(value, member, ticket, me);
            if (first && !shared) {
                return false;
            }
            waiting |= shared && !first;
        }
        return waiting && (ticket & SHARED) == 0;
    }

    private static boolean precedes(long value, int member, long ticket, int me) {
        if (value == TORN) {
            return true;
        }
        if ((value & ticket & SHARED) != 0) {
            return false;
        }
        if ((value & CHOOSES) != 0) {
            return true;
        }
        long number = value >>> NUMBER_SHIFT;
        long mine = ticket >>> NUMBER_SHIFT;
        return number < mine || (number == mine && member < me);
    }
}
