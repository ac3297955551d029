package org.strata.pml.ob1.header;

import org.strata.opal.memory.Memory;

/**
 * Asks the other side to hold back eager data, or to go on. Over several links such packets
 * overtake each other: the one with the highest number is obeyed.
 *
 * <pre>
 *  0 u8 type | 1 u8 hold (1) or go on (0) | 4 u32 number
 * </pre>
 */
public final class FlowHeader {
    /** Bytes. */
    public static final int LENGTH = 8;

    private static final int NUMBER = 4;

    private FlowHeader() {}

    /** Writes all fields. */
    public static void write(long at, boolean hold, int number) {
        Memory.putLong(at, PacketType.FLOW | (hold ? 1 << 8 : 0) | (long) number << 32);
    }

    /** Returns whether the other side is to hold back. */
    public static boolean hold(long at) {
        return Memory.getByte(at + 1) != 0;
    }

    /** Returns the packet's number among those to this process; wraps. */
    public static int number(long at) {
        return Memory.getInt(at + NUMBER);
    }
}
