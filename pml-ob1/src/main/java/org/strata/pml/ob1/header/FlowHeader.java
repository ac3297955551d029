package org.strata.pml.ob1.header;

import org.strata.opal.memory.Memory;

/**
 * Asks the other side to hold back (or send again) data that nobody has asked for.
 *
 * <pre>
 *  0 u8 type | 1 u8 hold (1) or go on (0)
 * </pre>
 */
public final class FlowHeader {
    /** Bytes. */
    public static final int LENGTH = 8;

    private FlowHeader() {}

    /** Writes all fields. */
    public static void write(long at, boolean hold) {
        Memory.putLong(at, PacketType.FLOW | (hold ? 1 << 8 : 0));
    }

    /** Returns whether the other side is to hold back. */
    public static boolean hold(long at) {
        return Memory.getByte(at + 1) != 0;
    }
}
