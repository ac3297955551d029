package org.strata.btl.tcp;

import org.strata.opal.memory.Memory;

import java.nio.ByteOrder;

/**
 * The 8 bytes before every frame on a connected socket, as a flyweight over native memory. Tier 1.
 *
 * <pre>
 *  0      1      2             4                           8
 * +------+------+-------------+---------------------------+
 * | tag  | type | reserved, 0 | length of what follows    |   little endian
 * +------+------+-------------+---------------------------+
 * </pre>
 */
final class FrameHeader {
    static final int TAG_OFFSET = 0;
    static final int TYPE_OFFSET = 1;
    static final int RESERVED_OFFSET = 2;
    static final int LENGTH_OFFSET = 4;
    static final int BYTES = 8;

    /** A message: the tag selects the receiver's handler. */
    static final int SEND = 1;

    /** The sender's last frame: the end of stream behind it is no failure. */
    static final int FIN = 2;

    private static final boolean SWAP = ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN;

    private FrameHeader() {}

    static void write(long address, int tag, int type, int length) {
        long word = (tag & 0xff) | ((long) type << (8 * TYPE_OFFSET));
        word |= (long) length << (8 * LENGTH_OFFSET);
        Memory.putLong(address, SWAP ? Long.reverseBytes(word) : word);
    }

    /** Returns all fields of the header as one word, for the readers below. */
    static long read(long address) {
        long word = Memory.getLong(address);
        return SWAP ? Long.reverseBytes(word) : word;
    }

    static int tag(long word) {
        return (int) word & 0xff;
    }

    static int type(long word) {
        return (int) (word >>> (8 * TYPE_OFFSET)) & 0xff;
    }

    static int length(long word) {
        return (int) (word >>> (8 * LENGTH_OFFSET));
    }

    /** Returns whether the header follows the protocol. */
    static boolean valid(long word, int maxLength) {
        int type = type(word);
        int length = length(word);
        return (type == SEND || type == FIN)
                && (short) (word >>> (8 * RESERVED_OFFSET)) == 0
                && length >= 0
                && length <= maxLength;
    }
}
