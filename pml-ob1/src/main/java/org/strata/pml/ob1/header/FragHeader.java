package org.strata.pml.ob1.header;

import org.strata.opal.memory.Memory;

/**
 * A piece of a message.
 *
 * <pre>
 *  0 u8 type | 8 u64 receiver's cookie | 16 u64 offset in the message | 24 data
 * </pre>
 */
public final class FragHeader {
    /** Bytes. */
    public static final int LENGTH = 24;

    private static final int RECEIVER = 8;
    private static final int OFFSET = 16;

    private FragHeader() {}

    /** Writes all fields. */
    public static void write(long at, long receiver, long offset) {
        Memory.putLong(at, PacketType.FRAG);
        Memory.putLong(at + RECEIVER, receiver);
        Memory.putLong(at + OFFSET, offset);
    }

    /** Returns the cookie of the receiver's request. */
    public static long receiver(long at) {
        return Memory.getLong(at + RECEIVER);
    }

    /** Returns where in the packed message the data belong. */
    public static long offset(long at) {
        return Memory.getLong(at + OFFSET);
    }
}
