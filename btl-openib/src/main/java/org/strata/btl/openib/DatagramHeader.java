package org.strata.btl.openib;

import org.strata.opal.memory.Memory;

/**
 * What precedes the packet in a datagram; in the machine's byte order.
 *
 * <pre>
 *  0  u8   version
 *  1  u8   kind: 0 a packet follows, 1 nothing does
 *  2  u8   the sender's link
 *  3  u8   the receiver's link
 *  4  i32  the sender's number in the job
 *  8  i32  the receiver's
 * 12  i32  number of the next message that the sender expects of the receiver: it has all before
 * 16  16 B seal over all other bytes, see {@link DatagramSeal}
 * </pre>
 *
 * The packet is as on a queue pair, {@link PacketHeader}, without credits and channel.
 */
final class DatagramHeader {
    /** Bytes of the header. */
    static final int BYTES = 32;

    /** Kind: a packet follows. */
    static final int DATA = 0;

    /** Kind: acknowledges only. */
    static final int ACKNOWLEDGEMENT = 1;

    /** Where the seal is. */
    static final int SEAL = 16;

    private static final int VERSION = 1;
    private static final int KIND = 1;
    private static final int FROM_LINK = 2;
    private static final int TO_LINK = 3;
    private static final int FROM = 4;
    private static final int TO = 8;
    private static final int EXPECTED = 12;

    private DatagramHeader() {}

    /** Writes all but the seal. */
    static void write(long at, int kind, int fromLink, int toLink, int from, int to, int expected) {
        Memory.putByte(at, (byte) VERSION);
        Memory.putByte(at + KIND, (byte) kind);
        Memory.putByte(at + FROM_LINK, (byte) fromLink);
        Memory.putByte(at + TO_LINK, (byte) toLink);
        Memory.putInt(at + FROM, from);
        Memory.putInt(at + TO, to);
        Memory.putInt(at + EXPECTED, expected);
    }

    /**
     * Returns whether bytes may be a datagram for a link: what is certain only once the seal has
     * been compared.
     */
    static boolean isFor(long at, int length, int rank, int link) {
        return length >= BYTES
                && Memory.getByte(at) == VERSION
                && Memory.getInt(at + TO) == rank
                && (Memory.getByte(at + TO_LINK) & 0xff) == link
                && (kind(at) == DATA
                        ? length >= BYTES + PacketHeader.BYTES
                        : kind(at) == ACKNOWLEDGEMENT && length == BYTES);
    }

    static int kind(long at) {
        return Memory.getByte(at + KIND);
    }

    static int from(long at) {
        return Memory.getInt(at + FROM);
    }

    static int fromLink(long at) {
        return Memory.getByte(at + FROM_LINK) & 0xff;
    }

    static int expected(long at) {
        return Memory.getInt(at + EXPECTED);
    }
}
