package org.strata.pml.ob1.header;

import org.strata.opal.memory.Memory;

/**
 * The receiver's answer to a rendezvous: send bytes [offset, end) as fragments.
 *
 * <pre>
 *  0 u8 type | 1 u8 flags | 8 u64 sender's cookie | 16 u64 receiver's cookie | 24 u64 offset | 32 u64 end
 * </pre>
 */
public final class AckHeader {
    /** Bytes. */
    public static final int LENGTH = 40;

    /** The range is all that is missing: no other part of the message moves in another way. */
    public static final int FLAG_REST = 1;

    private static final int FLAGS = 1;
    private static final int SENDER = 8;
    private static final int RECEIVER = 16;
    private static final int OFFSET = 24;
    private static final int END = 32;

    private AckHeader() {}

    /** Writes all fields. */
    public static void write(
            long at, int flags, long sender, long receiver, long offset, long end) {
        Memory.putLong(at, PacketType.ACK | (flags & 0xFFL) << 8);
        Memory.putLong(at + SENDER, sender);
        Memory.putLong(at + RECEIVER, receiver);
        Memory.putLong(at + OFFSET, offset);
        Memory.putLong(at + END, end);
    }

    /** Returns the flags. */
    public static int flags(long at) {
        return Memory.getByte(at + FLAGS);
    }

    /** Returns the cookie of the sender's request. */
    public static long sender(long at) {
        return Memory.getLong(at + SENDER);
    }

    /** Returns the cookie of the receiver's request. */
    public static long receiver(long at) {
        return Memory.getLong(at + RECEIVER);
    }

    /** Returns the first byte wanted. */
    public static long offset(long at) {
        return Memory.getLong(at + OFFSET);
    }

    /** Returns the end of the bytes wanted. */
    public static long end(long at) {
        return Memory.getLong(at + END);
    }
}
