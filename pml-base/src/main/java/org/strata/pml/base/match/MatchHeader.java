package org.strata.pml.base.match;

import org.strata.opal.memory.Memory;

/**
 * The header that the first packet of every message begins with: what matching needs. The PML
 * defines the types and the flags.
 *
 * <pre>
 *  0 u8 type | 1 u8 flags | 2 u16 context | 4 i32 source | 8 i32 tag | 12 u32 sequence
 * </pre>
 */
public final class MatchHeader {
    /** Bytes. */
    public static final int LENGTH = 16;

    private static final int FLAGS = 1;
    private static final int CONTEXT = 2;
    private static final int SOURCE = 4;

    /** Offset of the second word. */
    static final int SECOND = 8;

    private static final int TAG = SECOND;
    private static final int SEQUENCE = 12;

    private MatchHeader() {}

    /** Writes all fields. */
    public static void write(
            long at, int type, int flags, int context, int source, int tag, int sequence) {
        Memory.putLong(at, first(type, flags, context, source));
        Memory.putLong(at + TAG, second(tag, sequence));
    }

    /** Returns the first eight bytes as one word, for a header that is sent from registers. */
    public static long first(int type, int flags, int context, int source) {
        return (type & 0xFFL)
                | (flags & 0xFFL) << 8
                | (context & 0xFFFFL) << 16
                | ((long) source) << 32;
    }

    /** Returns the last eight bytes as one word. */
    public static long second(int tag, int sequence) {
        return (tag & 0xFFFFFFFFL) | ((long) sequence) << 32;
    }

    /** Returns the context id of the communicator, from the first word. */
    static int contextOf(long first) {
        return (int) (first >>> 16) & 0xFFFF;
    }

    /** Returns the sender's rank in the communicator, from the first word. */
    static int sourceOf(long first) {
        return (int) (first >> 32);
    }

    /** Returns the message's tag, from the second word. */
    static int tagOf(long second) {
        return (int) second;
    }

    /** Returns the message's number, from the second word. */
    static int sequenceOf(long second) {
        return (int) (second >> 32);
    }

    /** Returns the packet type. */
    public static int type(long at) {
        return Memory.getByte(at);
    }

    /** Returns the flags. */
    public static int flags(long at) {
        return Memory.getByte(at + FLAGS);
    }

    /** Returns the context id of the communicator. */
    public static int context(long at) {
        return Memory.getShort(at + CONTEXT) & 0xFFFF;
    }

    /** Returns the sender's rank in the communicator. */
    public static int source(long at) {
        return Memory.getInt(at + SOURCE);
    }

    /** Returns the message's tag. */
    public static int tag(long at) {
        return Memory.getInt(at + TAG);
    }

    /** Returns the message's number among those from this sender in this communicator. */
    public static int sequence(long at) {
        return Memory.getInt(at + SEQUENCE);
    }
}
