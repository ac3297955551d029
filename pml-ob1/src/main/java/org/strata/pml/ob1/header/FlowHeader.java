package org.strata.pml.ob1.header;

import org.strata.opal.memory.Memory;
import org.strata.pml.base.match.FlowLevel;

/**
 * Says what the other side may send unasked. Over several links such packets overtake each other:
 * the one with the highest number is obeyed.
 *
 * <pre>
 *  0 u8 type | 1 u8 level (the ordinal of a FlowLevel) | 4 u32 number
 * </pre>
 */
public final class FlowHeader {
    /** Bytes. */
    public static final int LENGTH = 8;

    private static final int NUMBER = 4;

    private FlowHeader() {}

    /** Writes all fields. */
    public static void write(long at, FlowLevel level, int number) {
        Memory.putLong(at, PacketType.FLOW | (long) level.ordinal() << 8 | (long) number << 32);
    }

    /** Returns what the other side may send. */
    public static FlowLevel level(long at) {
        return FlowLevel.of(Memory.getByte(at + 1));
    }

    /** Returns the packet's number among those to this process; wraps. */
    public static int number(long at) {
        return Memory.getInt(at + NUMBER);
    }
}
