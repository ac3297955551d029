package org.strata.pml.base.match;

import org.strata.opal.memory.Memory;

/**
 * The header that the first packet of every message begins with: what matching needs. The type of
 * the packet is the tag of the BTL's message; the sender is the process at the other end of the
 * link.
 *
 * <pre>
 *  0 u64 identity of the communicator | 8 i32 tag | 12 u32 sequence
 * </pre>
 */
public final class MatchHeader {
    /** Bytes. */
    public static final int LENGTH = 16;

    /** Offset of the second word. */
    static final int SECOND = 8;

    private static final int TAG = SECOND;
    private static final int SEQUENCE = 12;

    private MatchHeader() {}

    /**
     * Writes all fields.
     *
     * @param identity {@link org.strata.mca.pml.CommContext#identity}, which is the first word
     */
    public static void write(long at, long identity, int tag, int sequence) {
        Memory.putLong(at, identity);
        Memory.putLong(at + TAG, second(tag, sequence));
    }

    /** Returns the last eight bytes as one word, for a header that is sent from registers. */
    public static long second(int tag, int sequence) {
        return (tag & 0xFFFFFFFFL) | ((long) sequence) << 32;
    }

    /** Returns the message's tag, from the second word. */
    static int tagOf(long second) {
        return (int) second;
    }

    /** Returns the message's number, from the second word. */
    static int sequenceOf(long second) {
        return (int) (second >> 32);
    }

    /** Returns the identity of the communicator. */
    public static long identity(long at) {
        return Memory.getLong(at);
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
