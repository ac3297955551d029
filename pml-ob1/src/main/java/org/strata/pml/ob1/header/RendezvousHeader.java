package org.strata.pml.ob1.header;

import org.strata.opal.memory.Memory;

/**
 * The start of a rendezvous: a {@link org.strata.pml.base.match.MatchHeader}, then
 *
 * <pre>
 *  16 u56 message length | 23 u8 flags | 24 u64 sender's request cookie
 *  RGET only: 32 u64 address of the data at the sender | 40 one {@link RgetEntry} per link
 * </pre>
 */
public final class RendezvousHeader {
    /** Bytes of an RNDV header. */
    public static final int LENGTH = 32;

    /** Bytes of an RGET header before its entries. */
    public static final int RGET_LENGTH = 40;

    /** The sender waits for an ACK although all data came with this packet (synchronous mode). */
    public static final int FLAG_ACK = 1;

    /** The whole message is to move by RDMA: no data came with it. */
    public static final int FLAG_WHOLE = 4;

    /** The data at the sender are contiguous native memory that RDMA reaches. */
    public static final int FLAG_CONTIGUOUS = 8;

    /** Both sides keep the registrations that they make for this message. */
    public static final int FLAG_KEEP = 16;

    /**
     * RGET: the receiver reads only into memory that is registered already, or is worth it;
     * otherwise it asks for fragments.
     */
    public static final int FLAG_IF_WORTH = 32;

    private static final int MESSAGE_LENGTH = 16;
    private static final int SENDER = 24;
    private static final int ADDRESS = 32;

    private static final int FLAGS_SHIFT = 56;

    private RendezvousHeader() {}

    /**
     * Writes the fields behind the match header.
     *
     * @param messageLength bytes, below 2^56
     */
    public static void write(long at, int flags, long messageLength, long sender) {
        Memory.putLong(at + MESSAGE_LENGTH, messageLength | (long) flags << FLAGS_SHIFT);
        Memory.putLong(at + SENDER, sender);
    }

    /** Writes the address field of an RGET header. */
    public static void writeAddress(long at, long address) {
        Memory.putLong(at + ADDRESS, address);
    }

    /** Returns the bytes of the whole message. */
    public static long messageLength(long at) {
        return Memory.getLong(at + MESSAGE_LENGTH) & (1L << FLAGS_SHIFT) - 1;
    }

    /** Returns the flags. */
    public static int flags(long at) {
        return (int) (Memory.getLong(at + MESSAGE_LENGTH) >>> FLAGS_SHIFT);
    }

    /** Returns the cookie of the sender's request. */
    public static long sender(long at) {
        return Memory.getLong(at + SENDER);
    }

    /** Returns where the data are at the sender (RGET). */
    public static long address(long at) {
        return Memory.getLong(at + ADDRESS);
    }

    /** Returns the address of the first {@link RgetEntry} (RGET). */
    public static long entries(long at) {
        return at + RGET_LENGTH;
    }
}
