package org.strata.btl.openib.fast;

import org.strata.opal.memory.Memory;

/**
 * The receiver's half of a ring: what has arrived, in order, and what is to be granted again. Pure
 * address arithmetic over the ring's memory. Tier 1.
 */
public abstract sealed class ReceiveRing
        permits FixedTopReceive,
                FixedBottomReceive,
                FixedGuardedReceive,
                VariableTopReceive,
                VariableBottomReceive {
    final long base;
    private final int longest;
    private final int credits;

    /** Slot, or byte in the block. */
    int position;

    /** Of the packet that {@link #poll} found. */
    int length;

    private int owed;
    private int wraps;

    ReceiveRing(RingShape shape, long base) {
        this.base = base;
        this.longest = shape.longest();
        this.credits = shape.credits();
        Memory.zero(base, shape.bytes());
    }

    /** Returns the address of the next packet, or 0 when it has not arrived. */
    public abstract long poll();

    /** Returns the bytes of the packet that {@link #poll} found. */
    public final int length() {
        return length;
    }

    /** The packet that {@link #poll} found has been handled: its space is to be granted again. */
    public abstract void release();

    final boolean legal(int bytes) {
        return bytes > 0 && bytes <= longest;
    }

    final void owe(int more) {
        owed += more;
    }

    final void wrap() {
        wraps++;
    }

    /** Returns how often the ring began again at its start since this was last asked for. */
    final int takeWraps() {
        int taken = wraps;
        wraps = 0;
        return taken;
    }

    /** Returns the credits that have not been granted yet. */
    public final int owed() {
        return owed;
    }

    /** Returns credits to grant now, so many at most. */
    public final int takeOwed(int most) {
        int taken = Math.min(owed, most);
        owed -= taken;
        return taken;
    }

    /** Credits that were taken have not been sent. */
    public final void giveBackOwed(int taken) {
        owed += taken;
    }

    /** Returns whether so much is owed that it deserves a write of its own: a quarter. */
    public final boolean owesSome() {
        return 4 * owed >= credits;
    }

    /** Returns whether so much is owed that it deserves a message of its own: half of the ring. */
    public final boolean owesMuch() {
        return 2 * owed >= credits;
    }
}
