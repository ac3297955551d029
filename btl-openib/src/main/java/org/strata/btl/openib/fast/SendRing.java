package org.strata.btl.openib.fast;

import org.strata.opal.memory.Memory;

/**
 * The sender's half of a ring: where the next packet goes, and what is written there. Pure address
 * arithmetic. One write at a time: {@link #room}, {@link #compose} or {@link #composeMarker}, then
 * {@link #written} once it has been posted. Tier 1.
 */
public abstract sealed class SendRing
        permits FixedTopSend,
                FixedBottomSend,
                FixedGuardedSend,
                VariableTopSend,
                VariableBottomSend {
    /** What {@link #room} returns: no place before the receiver grants more. */
    public static final int NONE = 0;

    /** A packet may be written now. */
    public static final int PACKET = 1;

    /** A marker may be written now; then ask again. */
    public static final int MARKER = 2;

    /** Bytes before and behind a packet that {@link #compose} may write to. */
    public static final int MARGIN = ArrivalWord.BYTES;

    private final int longest;

    /** Credits: slots or bytes, as the design counts. */
    int free;

    private final int unit;
    private final int all;
    private final int half;

    private long source;
    private long offset;
    private int length;

    /** Credits that the composed write takes, and what the ring's position becomes. */
    private int cost;

    private int next;

    /** Slot, or byte in the block, where the next packet begins or ends. */
    int position;

    SendRing(RingShape shape, int unit) {
        this.longest = shape.longest();
        this.unit = unit;
        this.all = shape.credits() * unit;
        this.free = all;
        this.half = free / 2;
    }

    /** Returns the longest packet. */
    public final int longest() {
        return longest;
    }

    /** Returns whether at least half of the ring may be written. */
    public final boolean isHalfFree() {
        return free >= half;
    }

    /** Returns NONE, PACKET or MARKER for a packet of so many bytes, {@link #longest} at most. */
    public abstract int room(int bytes);

    /**
     * Makes the write of a packet. Bottom-fill designs write the words around the packet where it
     * lies: the memory has a {@link #MARGIN} before it, and behind it when padded to 8 bytes.
     *
     * @param packet address of the packet, a multiple of 8
     */
    public abstract void compose(long packet, int bytes);

    /** Makes the write of a marker. Fixed designs have none. */
    public abstract void composeMarker();

    /** The composed write has been posted. */
    public final void written() {
        free -= cost;
        position = next;
    }

    /** The receiver grants more. */
    public final void grant(int credits) {
        free += credits * unit;
    }

    /** Returns whether so many credits are out: the receiver can grant no more. */
    final boolean lacks(int credits) {
        return credits > 0 && credits <= (all - free) / unit;
    }

    /** Stores a marker in memory from which it can be written. */
    public static void writeMarker(long address) {
        Memory.putLong(address, ArrivalWord.MARKER);
    }

    final void write(long from, long to, int bytes, int taken, int following) {
        source = from;
        offset = to;
        length = bytes;
        cost = taken;
        next = following;
    }

    /** Returns the address that the composed write reads from. */
    public final long source() {
        return source;
    }

    /** Returns where in the ring it writes. */
    public final long offset() {
        return offset;
    }

    /** Returns its bytes. */
    public final int length() {
        return length;
    }
}
