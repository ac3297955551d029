package org.strata.pml.ob1.header;

import org.strata.opal.memory.Memory;

/**
 * What matching needs; the header of an eager message and the start of every rendezvous header.
 *
 * <pre>
 *  0 u8 type | 1 u8 flags | 2 u16 context | 4 i32 source | 8 i32 tag | 12 u32 sequence
 * </pre>
 */
public final class MatchHeader {
    /** Bytes. */
    public static final int LENGTH = 16;

    /** The sender waits for an ACK although all data are here (synchronous mode). */
    public static final int FLAG_ACK = 1;

    /** The whole message is to move by RDMA: no data came with it. */
    public static final int FLAG_WHOLE = 4;

    /** The data at the sender are contiguous native memory that RDMA reaches. */
    public static final int FLAG_CONTIGUOUS = 8;

    /** The registrations made for this message are worth keeping. */
    public static final int FLAG_KEEP = 16;

    private static final int FLAGS = 1;
    private static final int CONTEXT = 2;
    private static final int SOURCE = 4;
    private static final int TAG = 8;
    private static final int SEQUENCE = 12;

    private MatchHeader() {}

    /** Writes all fields. */
    public static void write(
            long at, int type, int flags, int context, int source, int tag, int sequence) {
        Memory.putLong(
                at,
                (type & 0xFFL)
                        | (flags & 0xFFL) << 8
                        | (context & 0xFFFFL) << 16
                        | ((long) source) << 32);
        Memory.putLong(at + TAG, (tag & 0xFFFFFFFFL) | ((long) sequence) << 32);
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
