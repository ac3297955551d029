package org.strata.pml.ob1.header;

import org.strata.opal.memory.Memory;

/**
 * The receiver's request to write a piece of the message into its memory; P2 calls it READY.
 *
 * <pre>
 *  0 u8 type | 1 u8 sender's number of the link, 0: the only one
 *  8 u64 sender's cookie | 16 u64 receiver's cookie | 24 u64 piece's cookie
 *  32 u64 offset in the message | 40 u64 address at the receiver | 48 u64 length | 56 BTL handle bytes
 * </pre>
 */
public final class PutHeader {
    /** Bytes before the BTL's handle. */
    public static final int LENGTH = 56;

    private static final int LINK = 1;
    private static final int SENDER = 8;
    private static final int RECEIVER = 16;
    private static final int PIECE = 24;
    private static final int OFFSET = 32;
    private static final int ADDRESS = 40;
    private static final int SIZE = 48;

    private PutHeader() {}

    /** Writes the link's number and the cookies. */
    public static void writeCookies(long at, int link, long sender, long receiver, long piece) {
        Memory.putLong(at, PacketType.PUT | (link & 0xFFL) << 8);
        Memory.putLong(at + SENDER, sender);
        Memory.putLong(at + RECEIVER, receiver);
        Memory.putLong(at + PIECE, piece);
    }

    /** Writes which bytes go where. */
    public static void writeRange(long at, long offset, long address, long size) {
        Memory.putLong(at + OFFSET, offset);
        Memory.putLong(at + ADDRESS, address);
        Memory.putLong(at + SIZE, size);
    }

    /** Returns the sender's number of the link to write over. */
    public static int link(long at) {
        return Memory.getByte(at + LINK) & 0xFF;
    }

    /** Returns the cookie of the sender's request. */
    public static long sender(long at) {
        return Memory.getLong(at + SENDER);
    }

    /** Returns the cookie of the receiver's request. */
    public static long receiver(long at) {
        return Memory.getLong(at + RECEIVER);
    }

    /** Returns the cookie of the receiver's piece, to be named in FIN. */
    public static long piece(long at) {
        return Memory.getLong(at + PIECE);
    }

    /** Returns the first byte of the message to write. */
    public static long offset(long at) {
        return Memory.getLong(at + OFFSET);
    }

    /** Returns the receiver's address to write to. */
    public static long address(long at) {
        return Memory.getLong(at + ADDRESS);
    }

    /** Returns the bytes to write. */
    public static long size(long at) {
        return Memory.getLong(at + SIZE);
    }

    /** Returns the address of the BTL's handle bytes. */
    public static long handle(long at) {
        return at + LENGTH;
    }
}
