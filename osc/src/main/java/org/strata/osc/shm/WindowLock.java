package org.strata.osc.shm;

import org.strata.opal.memory.Memory;

import java.util.function.IntPredicate;

/**
 * The lock of a member's window, in memory that all members map. Each member has at most one
 * request or hold at a time.
 *
 * <p>One word says how the lock is held, and it alone decides who gets it, by CAS. A member that
 * does not get it at once takes a ticket, writes it to its cell, and waits. Cells decide who tries:
 * a request for the lock alone is served behind all earlier ones, a shared one behind the earlier
 * ones for the lock alone. So the lock is right whatever the cells say, and a member that dies
 * while it waits keeps nobody from it.
 *
 * <p>Fairness, after Go's {@code sync.Mutex}: at first, members that come later may get a free lock
 * before those that wait, since the latter may sleep, and a lock that is handed from sleeper to
 * sleeper is slow. Who has waited for long insists: then nobody without a ticket gets it any more.
 *
 * <p>A shared request that waits behind one for the lock alone, which waits for shared holders, may
 * be what these holders wait for: the program may rely on shared locks not to exclude each other.
 * Therefore a request for the lock alone that has waited for long steps back behind the others
 * ({@link #stepBack}), and waits longer from time to time, so that in the end it outlasts all
 * holders that do not wait for others. {@link LockWait} knows the times.
 *
 * @param address of the words
 * @param members of the window
 */
record WindowLock(long address, int members) {
    /** Result of {@link #blocker}: nobody. */
    static final int NOBODY = -1;

    /** 8 bytes: shared holders, members that wait, those that insist, whether it is held alone. */
    private static final int WORD = 0;

    /** 8 bytes: the next ticket. */
    private static final int TICKET = 128;

    /** 8 bytes for each member: ticket and state of its request or hold. */
    private static final int CELLS = 256;

    private static final long SHARED = 1;
    private static final long WAITING = 1L << 20;
    private static final long INSISTING = 1L << 40;
    private static final long ALONE = 1L << 62;
    private static final long HOLDERS = WAITING - 1;
    private static final long ALL_WAITING = INSISTING - WAITING;
    private static final long ALL_INSISTING = ALONE - INSISTING;

    // States of a cell. A ticket has 61 bits; tickets are compared by their difference.
    private static final int IDLE = 0;
    private static final int WAITS_SHARED = 1;
    private static final int WAITS_ALONE = 2;

    /** Is about to try, and may have it, but still counts as waiting. */
    private static final int ENTERS_SHARED = 3;

    private static final int ENTERS_ALONE = 4;
    private static final int HOLDS = 5;
    private static final int TICKET_SHIFT = 3;
    private static final long STATE = (1 << TICKET_SHIFT) - 1;

    /** Most members that the fields of the word can count. */
    static final int MOST_MEMBERS = (1 << 20) - 1;

    /** Returns the bytes of a lock. */
    static long bytes(int members) {
        return CELLS + Long.BYTES * (long) members;
    }

    /** Makes the lock free, and chooses the first ticket. */
    void clear(long first) {
        Memory.zero(address, bytes(members));
        Memory.putLong(address + TICKET, first);
    }

    private long cell(int member) {
        return address + CELLS + (long) member * Long.BYTES;
    }

    private long word() {
        // Pairs with WindowLock.release: guards the holder's stores to the window.
        return Memory.getLongVolatile(address + WORD);
    }

    private void mark(int member, long ticket, int state) {
        // Pairs with WindowLock.look of other members.
        Memory.putLongVolatile(cell(member), ticket << TICKET_SHIFT | state);
    }

    private static boolean admits(long word, boolean alone) {
        return alone ? (word & (ALONE | HOLDERS)) == 0 : (word & ALONE) == 0;
    }

    private static long hold(boolean alone) {
        return alone ? ALONE : SHARED;
    }

    // ---- Getting it.

    /** Gets the lock, unless it is held or somebody insists on being the next. */
    boolean tryAtOnce(int me, boolean alone) {
        long word = word();
        if (!admits(word, alone) || (word & ALL_INSISTING) != 0) {
            return false;
        }
        // Before the CAS: whoever finds the lock held finds the holder, should this member die.
        mark(me, 0, HOLDS);
        // Pairs with WindowLock.release of the last holder, and with itself of others.
        if (Memory.compareAndSetLong(address + WORD, word, word + hold(alone))) {
            return true;
        }
        mark(me, 0, IDLE);
        return false;
    }

    /** Begins to wait; returns the ticket. */
    long enqueue(int me, boolean alone) {
        // Pairs with WindowLock.release: whoever releases afterwards rings.
        Memory.getAndAddLong(address + WORD, WAITING);
        return stepBack(me, alone);
    }

    /** Takes a new ticket, behind all others; returns it. Shared ones may go first now. */
    long stepBack(int me, boolean alone) {
        // Pairs with itself: no ticket twice.
        long ticket = Memory.getAndAddLong(address + TICKET, 1);
        mark(me, ticket, alone ? WAITS_ALONE : WAITS_SHARED);
        return ticket;
    }

    /** From now on, nobody gets the lock at once. */
    void insist() {
        // Pairs with WindowLock.tryAtOnce of others.
        Memory.getAndAddLong(address + WORD, INSISTING);
    }

    /**
     * Gets the lock, if it is free for a waiting member and no earlier one is to go first.
     *
     * @param insists whether {@link #insist} has been called
     * @param gone which members do not act any more
     */
    boolean tryInTurn(int me, long ticket, boolean alone, boolean insists, IntPredicate gone) {
        if (!admits(word(), alone) || blocker(me, ticket, alone, gone) != NOBODY) {
            return false;
        }
        mark(me, ticket, alone ? ENTERS_ALONE : ENTERS_SHARED);
        long left = WAITING + (insists ? INSISTING : 0);
        for (long word = word(); admits(word, alone); word = word()) {
            // Pairs with WindowLock.release of the last holder, and with itself of others.
            if (Memory.compareAndSetLong(address + WORD, word, word - left + hold(alone))) {
                mark(me, 0, HOLDS);
                return true;
            }
        }
        mark(me, ticket, alone ? WAITS_ALONE : WAITS_SHARED);
        return false;
    }

    /** Waits no longer, without the lock. */
    void leave(int me, boolean insists) {
        mark(me, 0, IDLE);
        // Pairs with WindowLock.tryAtOnce and WindowLock.release: a count.
        Memory.getAndAddLong(address + WORD, -WAITING - (insists ? INSISTING : 0));
    }

    /** Releases the lock; returns whether somebody who waits may get it now. */
    boolean release(int me, boolean alone) {
        // Pairs with WindowLock.tryAtOnce and WindowLock.tryInTurn of the next holder.
        long word = Memory.getAndAddLong(address + WORD, -hold(alone)) - hold(alone);
        mark(me, 0, IDLE);
        return (word & ALL_WAITING) != 0 && admits(word, true);
    }

    // ---- Who waits, and who holds it.

    private static boolean waits(long cell) {
        long state = cell & STATE;
        return state != IDLE && state != HOLDS;
    }

    private static boolean alone(long cell) {
        long state = cell & STATE;
        return state == WAITS_ALONE || state == ENTERS_ALONE;
    }

    private static boolean isBefore(long cell, long ticket) {
        return (cell & ~STATE) - (ticket << TICKET_SHIFT) < 0;
    }

    private long look(int member) {
        // Pairs with WindowLock.mark.
        return Memory.getLongVolatile(cell(member));
    }

    /**
     * Returns a member that gets the lock before a waiting one does; or NOBODY.
     *
     * @param gone which members do not act any more
     */
    int blocker(int me, long ticket, boolean alone, IntPredicate gone) {
        for (int member = 0; member < members; member++) {
            long cell = look(member);
            boolean first = waits(cell) && isBefore(cell, ticket) && (alone || alone(cell));
            if (first && member != me && !gone.test(member)) {
                return member;
            }
        }
        return NOBODY;
    }

    /** Returns whether somebody waits whom nobody passes. */
    boolean isInsistedOn() {
        return (word() & ALL_INSISTING) != 0;
    }

    /** Returns whether the lock is held shared. */
    boolean isShared() {
        return (word() & HOLDERS) != 0;
    }

    /** Returns whether a waiting member would find the lock free. */
    boolean admits(boolean alone) {
        return admits(word(), alone);
    }

    /** Returns whether a member has the lock, or may have it. */
    boolean mayHold(int member) {
        return (look(member) & STATE) >= ENTERS_SHARED;
    }

    /** Returns whether a member other than these waits to share the lock. */
    boolean anyWaitsShared(IntPredicate gone) {
        for (int member = 0; member < members; member++) {
            long cell = look(member);
            if (waits(cell) && !alone(cell) && !gone.test(member)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether a member waits, and may try to get the lock as it is held now. */
    boolean mayTry(int member, IntPredicate gone) {
        long cell = look(member);
        return waits(cell)
                && admits(word(), alone(cell))
                && blocker(member, cell >> TICKET_SHIFT, alone(cell), gone) == NOBODY;
    }
}
