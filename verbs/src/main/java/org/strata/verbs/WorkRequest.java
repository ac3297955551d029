package org.strata.verbs;

import org.strata.opal.memory.Memory;

import java.lang.foreign.Arena;

/**
 * What {@code ibv_send_wr} and {@code ibv_recv_wr} have in common: a number, the next request of a
 * list, and elements, which follow the request in native memory. Setters chain.
 *
 * @param <T> the request itself
 */
public abstract sealed class WorkRequest<T extends WorkRequest<T>> permits SendWr, RecvWr {
    private static final int WR_ID = 0;
    private static final int NEXT = 8;
    private static final int SG_LIST = 16;
    private static final int NUM_SGE = 24;

    /** Address of the request. */
    final long address;

    private final int maxSge;
    private final long elements;
    private final long rejectedSlot;
    private long rejected;

    /**
     * @param arena owns its memory
     * @param bytes of a request without its elements
     * @param maxSge room for elements
     */
    WorkRequest(Arena arena, int bytes, int maxSge) {
        this.maxSge = maxSge;
        int all = bytes + maxSge * Sge.BYTES;
        address = Memory.allocate(arena, all + Long.BYTES, 8);
        elements = address + bytes;
        rejectedSlot = address + all;
        Memory.putLong(address + SG_LIST, elements);
    }

    abstract T self();

    /** Returns the address of the {@code ibv_send_wr} or {@code ibv_recv_wr}. */
    public final long address() {
        return address;
    }

    /** Sets the number that the completion will carry. */
    public final T wrId(long value) {
        Memory.putLong(address + WR_ID, value);
        return self();
    }

    /** Sets the payload or buffer to one element: address, bytes, local key. */
    public final T sge(long at, int length, int lkey) {
        Memory.putInt(address + NUM_SGE, 1);
        Sge.set(elements, at, length, lkey);
        return self();
    }

    /** Sets an element; {@link #sgeCount} sets their number. */
    public final T sge(int index, long at, int length, int lkey) {
        Sge.set(elements + (long) index * Sge.BYTES, at, length, lkey);
        return self();
    }

    /** Sets the number of elements, 0 to the maximum given at construction. */
    public final T sgeCount(int count) {
        Memory.putInt(address + NUM_SGE, count);
        return self();
    }

    /** Links a request, which the same call posts after this one; null for none. */
    public final T next(T following) {
        Memory.putLong(address + NEXT, following == null ? 0 : following.address);
        return self();
    }

    /** Returns the room for elements. */
    public final int maxSge() {
        return maxSge;
    }

    /**
     * Returns, after a failed post of this request, the address of the first request of its list
     * that was not posted.
     */
    public final long rejected() {
        return rejected;
    }

    /**
     * For providers over native code: returns the address of 8 bytes of this request's memory, zero
     * at first, which a failed post may fill.
     */
    public final long rejectedSlot() {
        return rejectedSlot;
    }

    /** For providers: sets the result of {@link #rejected}. */
    public final void rejected(long first) {
        rejected = first;
    }

    // ---- for providers, which read requests by address

    /** Returns the number of the request at an address. */
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

    /** Makes a request point at other elements. */
    public static void sgListAt(long wr, long sges, int count) {
        Memory.putLong(wr + SG_LIST, sges);
        Memory.putInt(wr + NUM_SGE, count);
    }

    /** Returns the number of elements. */
    public static int sgeCountAt(long wr) {
        return Memory.getInt(wr + NUM_SGE);
    }
}
