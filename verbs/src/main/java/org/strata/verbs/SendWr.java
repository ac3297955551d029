package org.strata.verbs;

import org.strata.opal.memory.Memory;

import java.lang.foreign.Arena;
import java.nio.ByteOrder;

/**
 * A send request: flyweight over one {@code ibv_send_wr} with its elements behind it, in native
 * memory. Reusable as soon as the post has returned. One thread at a time; setters chain.
 */
public final class SendWr extends WorkRequest<SendWr> {
    /** Bytes of a request without its elements. */
    public static final int BYTES = 128;

    private static final int OPCODE = 28;
    private static final int FLAGS = 32;
    private static final int IMM = 36;
    private static final int REMOTE_ADDRESS = 40;
    private static final int RKEY = 48;
    private static final int COMPARE_ADD = 48;
    private static final int SWAP = 56;
    private static final int ATOMIC_RKEY = 64;
    private static final int XRC_SRQ = 72;
    private static final int ADDRESS_HANDLE = 40;
    private static final int REMOTE_QP = 48;
    private static final int REMOTE_QKEY = 52;
    private static final boolean SWAP_BYTES = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

    /**
     * @param arena owns its memory
     * @param maxSge room for elements
     */
    public SendWr(Arena arena, int maxSge) {
        super(arena, BYTES, maxSge);
    }

    @Override
    SendWr self() {
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

    /**
     * Sets the target of a datagram.
     *
     * @param to where the target's port is
     * @param qpNumber of the pair there
     * @param qkey that pair's key
     */
    public SendWr datagram(AddressHandle to, int qpNumber, int qkey) {
        Memory.putLong(address + ADDRESS_HANDLE, to.handle());
        Memory.putInt(address + REMOTE_QP, qpNumber);
        Memory.putInt(address + REMOTE_QKEY, qkey);
        return this;
    }

    // ---- for providers, which read requests by address

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

    /** Returns the operand with which an atomic compares, or which it adds. */
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

    /** Returns the address handle of a datagram, see {@link AddressHandle#handle}. */
    public static long addressHandleAt(long wr) {
        return Memory.getLong(wr + ADDRESS_HANDLE);
    }

    /** Returns the pair that a datagram goes to. */
    public static int remoteQpAt(long wr) {
        return Memory.getInt(wr + REMOTE_QP);
    }

    /** Returns the key that a datagram carries. */
    public static int remoteQkeyAt(long wr) {
        return Memory.getInt(wr + REMOTE_QKEY);
    }
}
