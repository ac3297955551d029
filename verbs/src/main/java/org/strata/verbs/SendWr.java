package org.strata.verbs;

import org.strata.opal.memory.Memory;

import java.lang.foreign.Arena;
import java.nio.ByteOrder;

/**
 * A send request: flyweight over one {@code ibv_send_wr} with its elements behind it, in native
 * memory. Reusable as soon as the post has returned. One thread at a time; setters chain.
 */
public final class SendWr {
    /** Bytes of a request without its elements. */
    public static final int BYTES = 128;

    private static final int WR_ID = 0;
    private static final int NEXT = 8;
    private static final int SG_LIST = 16;
    private static final int NUM_SGE = 24;
    private static final int OPCODE = 28;
    private static final int FLAGS = 32;
    private static final int IMM = 36;
    private static final int REMOTE_ADDRESS = 40;
    private static final int RKEY = 48;
    private static final int COMPARE_ADD = 48;
    private static final int SWAP = 56;
    private static final int ATOMIC_RKEY = 64;
    private static final int XRC_SRQ = 72;
    private static final boolean SWAP_BYTES = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

    private final long address;
    private final int maxSge;
    private final int rejectedSlot;
    private long rejected;

    /**
     * @param arena owns its memory
     * @param maxSge room for elements
     */
    public SendWr(Arena arena, int maxSge) {
        this.maxSge = maxSge;
        rejectedSlot = BYTES + maxSge * Sge.BYTES;
        address = Memory.allocate(arena, rejectedSlot + Long.BYTES, 8);
        Memory.putLong(address + SG_LIST, address + BYTES);
    }

    /** Returns where the {@code ibv_send_wr} is. */
    public long address() {
        return address;
    }

    /** Sets the number that the completion will carry. */
    public SendWr wrId(long value) {
        Memory.putLong(address + WR_ID, value);
        return this;
    }

    /** Sets the operation ({@link WrOpcode}) and the flags ({@link SendFlags}). */
    public SendWr operation(int opcode, int flags) {
        Memory.putInt(address + OPCODE, opcode);
        Memory.putInt(address + FLAGS, flags);
        return this;
    }

    /** Sets the immediate bits; they arrive as they are, whatever the byte orders. */
    public SendWr immediate(int value) {
        Memory.putInt(address + IMM, SWAP_BYTES ? Integer.reverseBytes(value) : value);
        return this;
    }

    /** Makes one element the whole payload. */
    public SendWr sge(long at, int length, int lkey) {
        Memory.putInt(address + NUM_SGE, 1);
        Sge.set(address + BYTES, at, length, lkey);
        return this;
    }

    /** Sets an element; {@link #sgeCount} says how many count. */
    public SendWr sge(int index, long at, int length, int lkey) {
        Sge.set(address + BYTES + (long) index * Sge.BYTES, at, length, lkey);
        return this;
    }

    /** Sets the number of elements, 0 to the maximum given at construction. */
    public SendWr sgeCount(int count) {
        Memory.putInt(address + NUM_SGE, count);
        return this;
    }

    /** Sets the target of an RDMA read or write. */
    public SendWr remote(long remoteAddress, int rkey) {
        Memory.putLong(address + REMOTE_ADDRESS, remoteAddress);
        Memory.putInt(address + RKEY, rkey);
        return this;
    }

    /**
     * Sets the target of an atomic; its old value arrives in the request's element, 8 bytes in the
     * byte order of the machine.
     *
     * @param compareOrAdd what to compare with, or to add
     * @param swap what to store when equal; unused when adding
     */
    public SendWr atomic(long remoteAddress, int rkey, long compareOrAdd, long swap) {
        Memory.putLong(address + REMOTE_ADDRESS, remoteAddress);
        Memory.putLong(address + COMPARE_ADD, compareOrAdd);
        Memory.putLong(address + SWAP, swap);
        Memory.putInt(address + ATOMIC_RKEY, rkey);
        return this;
    }

    /** Sets the shared receive queue an XRC_SEND pair addresses ({@code number()} of it). */
    public SendWr xrcSrq(int number) {
        Memory.putInt(address + XRC_SRQ, number);
        return this;
    }

    /** Links a request to be posted by the same call after this one; null for none. */
    public SendWr next(SendWr following) {
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

    /** Returns the request's number, read at an address; this and the following for providers. */
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

    /** Returns the operation. */
    public static int opcodeAt(long wr) {
        return Memory.getInt(wr + OPCODE);
    }

    /** Returns the flags. */
    public static int flagsAt(long wr) {
        return Memory.getInt(wr + FLAGS);
    }

    /** Returns the immediate bits as they travel (big-endian in memory). */
    public static int rawImmediateAt(long wr) {
        return Memory.getInt(wr + IMM);
    }

    /** Returns the remote address of RDMA and atomics. */
    public static long remoteAt(long wr) {
        return Memory.getLong(wr + REMOTE_ADDRESS);
    }

    /** Returns the remote key of RDMA. */
    public static int rkeyAt(long wr) {
        return Memory.getInt(wr + RKEY);
    }

    /** Returns what an atomic compares with, or adds. */
    public static long compareAddAt(long wr) {
        return Memory.getLong(wr + COMPARE_ADD);
    }

    /** Returns what a compare-and-swap stores. */
    public static long swapAt(long wr) {
        return Memory.getLong(wr + SWAP);
    }

    /** Returns the remote key of an atomic. */
    public static int atomicRkeyAt(long wr) {
        return Memory.getInt(wr + ATOMIC_RKEY);
    }

    /** Returns the shared receive queue an XRC send addresses. */
    public static int xrcSrqAt(long wr) {
        return Memory.getInt(wr + XRC_SRQ);
    }
}
