package org.strata.pml.base.match;

import org.strata.opal.memory.Memory;

/**
 * The layout of a kept packet in native memory: its places in the queues, what matching knows of
 * it, then the copy of the packet. A record is named by its address; 0 is none. Records are native
 * so that a rank's heap does not grow with the messages that wait for their receives. Tier 1.
 *
 * <pre>
 *   0 i64 key | 8 its place in its sender's table | 32 in its communicator's table
 *  56 its place in its sender's queue | 72 in its communicator's queue
 *  88 i32 length | 92 i32 link | 96 i32 rank of the sender | 100 i32 type | 104 the packet
 * </pre>
 */
final class PacketRecord {
    /** What a {@link PacketTable} finds it by: its tag, or before that its sequence number. */
    static final int KEY = 0;

    /** Places in a {@link PacketTable}. */
    static final int IN_PEER_TABLE = 8;

    static final int IN_COMM_TABLE = 32;

    /** Places in a {@link PacketQueue}. */
    static final int IN_PEER_QUEUE = 56;

    static final int IN_COMM_QUEUE = 72;

    /** In its place in its communicator's queue, before it is in that: when it came. */
    private static final int STAMP = IN_COMM_QUEUE;

    private static final int PACKET_LENGTH = 88;
    private static final int LINK = 92;
    private static final int RANK = 96;
    private static final int TYPE = 100;

    /** Bytes before the packet: a short message's record takes two lines of 64 bytes. */
    static final int HEADER = 104;

    private PacketRecord() {}

    /** Returns the address of the packet. */
    static long packet(long packetRecord) {
        return packetRecord + HEADER;
    }

    /** Returns the bytes of the packet. */
    static int length(long packetRecord) {
        return Memory.getInt(packetRecord + PACKET_LENGTH);
    }

    /** Returns the number of the link that it arrived over, in {@link ArrivalLinks}. */
    static int link(long packetRecord) {
        return Memory.getInt(packetRecord + LINK);
    }

    /** Stores what is known of a packet when it has arrived. */
    static void begin(long packetRecord, int type, int length, int link) {
        Memory.putWords(
                packetRecord + PACKET_LENGTH,
                (length & 0xFFFFFFFFL) | (long) link << 32,
                (long) type << 32);
    }

    /** Returns the type of the packet, as the PML numbers them. */
    static int type(long packetRecord) {
        return Memory.getInt(packetRecord + TYPE);
    }

    /** Returns the key by which a table finds it: its tag, while it waits for a receive. */
    static long key(long packetRecord) {
        return Memory.getWord(packetRecord + KEY);
    }

    /** Returns the tag of a message that waits for its receive. */
    static int tag(long packetRecord) {
        return (int) key(packetRecord);
    }

    /** Returns the sender's rank in the communicator, of a message that waits for its receive. */
    static int rank(long packetRecord) {
        return Memory.getInt(packetRecord + RANK);
    }

    /**
     * Returns its place in the order of arrival; only while it is not in a communicator's queue.
     */
    static long stamp(long packetRecord) {
        return Memory.getWord(packetRecord + STAMP);
    }

    static void setStamp(long packetRecord, long stamp) {
        Memory.putWord(packetRecord + STAMP, stamp);
    }

    static void setRank(long packetRecord, int rank) {
        Memory.putInt(packetRecord + RANK, rank);
    }
}
