package org.strata.verbs;

import org.strata.opal.memory.Memory;

import java.lang.foreign.Arena;

/**
 * A receive request: flyweight over one {@code ibv_recv_wr} with its elements behind it, in native
 * memory. Reusable as soon as the post has returned. One thread at a time.
 */
public final class RecvWr {
    /** Bytes of a request without its elements. */
    public static final int BYTES = 32;

    private static final int WR_ID = 0;
    private static final int NEXT = 8;
    private static final int SG_LIST = 16;
    private static final int NUM_SGE = 24;

    private final long address;
    private final int maxSge;
    private final int rejectedSlot;
    private long rejected;

    /**
     * @param arena owns its memory
     * @param maxSge room for elements
     */
    public RecvWr(Arena arena, int maxSge) {
        this.maxSge = maxSge;
        rejectedSlot = BYTES + maxSge * Sge.BYTES;
        address = Memory.allocate(arena, rejectedSlot + Long.BYTES, 8);
        Memory.putLong(address + SG_LIST, address + BYTES);
    }

    /** Returns where the {@code ibv_recv_wr} is. */
    public long address() {
        return address;
    }

    /** Sets the number that the completion will carry. */
    public RecvWr wrId(long value) {
        Memory.putLong(address + WR_ID, value);
        return this;
    }

    /** Makes one element the whole buffer. */
    public RecvWr sge(long at, int length, int lkey) {
        Memory.putInt(address + NUM_SGE, 1);
        Sge.set(address + BYTES, at, length, lkey);
        return this;
    }

    /** Sets an element; {@link #sgeCount} says how many count. */
    public RecvWr sge(int index, long at, int length, int lkey) {
        Sge.set(address + BYTES + (long) index * Sge.BYTES, at, length, lkey);
        return this;
    }

    /** Sets the number of elements, 0 to the maximum given at construction. */
    public RecvWr sgeCount(int count) {
        Memory.putInt(address + NUM_SGE, count);
        return this;
    }

    /** Links a request to be posted by the same call after this one; null for none. */
    public RecvWr next(RecvWr following) {
        Memory.putLong(address + NEXT, following == null ? 0 : following.address);
        return this;
    }

    /** Returns the room for elements. */
    public int maxSge() {
        return maxSge;
    }

    /** After a failed post of this request: address of the first one of its list not taken. */
    public long rejected() {
        return rejected;
    }

    /**
     * For providers over native code: where 8 bytes of this request's own memory are, zero at
     * first, that a failed post may fill in.
     */
    public long rejectedSlot() {
        return address + rejectedSlot;
    }

    /** For providers: notes what {@link #rejected} returns. */
    public void rejected(long first) {
        rejected = first;
    }

    /** Returns the request's number, read at an address; for providers. */
    public static long wrIdAt(long wr) {
        return Memory.getLong(wr + WR_ID);
    }

    /** Returns the address of the next request, or 0. */
    public static long nextAt(long wr) {
        return Memory.getLong(wr + NEXT);
    }

    /** Returns the address of the elements. */
    public static long sgListAt(long wr) {
        return Memory.getLong(wr + SG_LIST);
    }

    /** Returns the number of elements. */
    public static int sgeCountAt(long wr) {
        return Memory.getInt(wr + NUM_SGE);
    }
}
