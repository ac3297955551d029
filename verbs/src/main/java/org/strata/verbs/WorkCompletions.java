package org.strata.verbs;

import org.strata.opal.memory.Memory;

import java.lang.foreign.Arena;
import java.nio.ByteOrder;

/**
 * A flyweight over an array of completions ({@code ibv_wc}) in native memory. One thread at a time.
 */
public final class WorkCompletions {
    /** Bytes of one completion. */
    public static final int BYTES = 48;

    /** Bytes of a global route header, which precedes a received datagram. */
    public static final int GRH_BYTES = 40;

    /** Flag: the first 40 bytes of the buffer are, or would be, a global route header (not RC). */
    public static final int FLAG_GRH = 1;

    /** Flag: the completion has immediate bits. */
    public static final int FLAG_WITH_IMM = 2;

    private static final int WR_ID = 0;
    private static final int STATUS = 8;
    private static final int OPCODE = 12;
    private static final int VENDOR_ERR = 16;
    private static final int BYTE_LEN = 20;
    private static final int IMM = 24;
    private static final int QP_NUM = 28;
    private static final int FLAGS = 36;
    private static final boolean SWAP_BYTES = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

    private final long address;
    private final int capacity;

    /**
     * @param arena owns its memory
     * @param capacity completions that fit
     */
    public WorkCompletions(Arena arena, int capacity) {
        this.capacity = capacity;
        address = Memory.allocate(arena, (long) capacity * BYTES, 8);
    }

    /** Returns the address of the array. */
    public long address() {
        return address;
    }

    /** Returns the number of completions that fit. */
    public int capacity() {
        return capacity;
    }

    /** Returns the number of the request, see {@link WorkRequest#wrId}. */
    public long wrId(int index) {
        return Memory.getLong(at(index) + WR_ID);
    }

    /**
     * Returns the status ({@link WcStatus}). Unless it is SUCCESS, only wrId and qpNumber are
     * valid.
     */
    public int status(int index) {
        return Memory.getInt(at(index) + STATUS);
    }

    /** Returns the kind ({@link WcOpcode}). */
    public int opcode(int index) {
        return Memory.getInt(at(index) + OPCODE);
    }

    /** Returns the device's own error code, for messages. */
    public int vendorError(int index) {
        return Memory.getInt(at(index) + VENDOR_ERR);
    }

    /** Returns the bytes received, or moved by a read or atomic. */
    public int byteLength(int index) {
        return Memory.getInt(at(index) + BYTE_LEN);
    }

    /** Returns the immediate bits, as passed to {@link SendWr#immediate}. */
    public int immediate(int index) {
        int raw = Memory.getInt(at(index) + IMM);
        return SWAP_BYTES ? Integer.reverseBytes(raw) : raw;
    }

    /** Returns the number of the local queue pair. */
    public int qpNumber(int index) {
        return Memory.getInt(at(index) + QP_NUM);
    }

    /** Returns the flags, a union of this class's constants. */
    public int flags(int index) {
        return Memory.getInt(at(index) + FLAGS);
    }

    private long at(int index) {
        return address + (long) index * BYTES;
    }

    /** Writes a completion at an address; for providers without hardware. */
    public static void write(
            long wc,
            long wrId,
            int status,
            int opcode,
            int byteLength,
            int rawImmediate,
            int qpNumber,
            int flags) {
        Memory.putLong(wc + WR_ID, wrId);
        Memory.putInt(wc + STATUS, status);
        Memory.putInt(wc + OPCODE, opcode);
        Memory.putInt(wc + VENDOR_ERR, 0);
        Memory.putInt(wc + BYTE_LEN, byteLength);
        Memory.putInt(wc + IMM, rawImmediate);
        Memory.putInt(wc + QP_NUM, qpNumber);
        Memory.putInt(wc + FLAGS, flags);
    }
}
