package org.strata.verbs.soft.segment;

import org.strata.opal.memory.Memory;

/**
 * Layout of a segment's header: its owner, the words that wake the owner, the directories of its
 * tables. Peers write the bell, the attention count, the lock, the count of visitors without a line
 * and the bits of active pairs; only the owner writes the rest. Fields that peers write lie in
 * other lines of 64 bytes than fields that they read.
 */
public final class SegmentHeader {
    public static final long MAGIC_NUMBER = 0x5354_5241_5641_0001L;

    public static final int MAGIC = 0;
    public static final int CONTEXT = 8;
    public static final int PID = 16;
    public static final int STARTED = 24;
    public static final int OWNER_BASE = 32;
    public static final int STATE = 40;

    /** Set while queues are moved: visits must not begin. */
    public static final int FROZEN = 44;

    /** The owner's number in {@link SharedMemory}. */
    public static final int SHARING = 48;

    /** Counts the visitors of XRC queues that found no visit line. */
    public static final int VISITORS_WANTED = 52;

    /** State of each port: not 0 is up. */
    public static final int PORTS = 64;

    static final int MAX_PORTS = 8;

    /** Counts rings, for which the owner's sleeping threads wait. */
    static final int BELL = 128;

    public static final int SLEEPERS = 132;

    /** Counts errors that peers have caused in the owner's objects. */
    public static final int ATTENTION = 192;

    /** Serializes atomics on memory that peers cannot map. */
    static final int ATOMIC_LOCK = 256;

    /** The queue of asynchronous events: a completion ring. */
    public static final int EVENTS = 320;

    /** Requests of peers to move payload: a completion ring. */
    public static final int SERVICE = 512;

    static final int QP_TABLE = 1024;
    static final int QP_CHUNKS = 256;
    static final int SRQ_TABLE = QP_TABLE + QP_CHUNKS * 8;
    static final int SRQ_CHUNKS = 256;
    static final int CQ_TABLE = SRQ_TABLE + SRQ_CHUNKS * 8;
    static final int CQ_CHUNKS = 128;
    static final int MR_TABLE = CQ_TABLE + CQ_CHUNKS * 8;
    static final int MR_CHUNKS = 1024;
    static final int CHANNEL_TABLE = MR_TABLE + MR_CHUNKS * 8;
    static final int CHANNEL_CHUNKS = 16;
    static final int VISITOR_TABLE = CHANNEL_TABLE + CHANNEL_CHUNKS * 8;
    static final int VISITOR_CHUNKS = 64;

    /** One bit for each queue pair and visit line in use lately, see {@link ActivePairs}. */
    static final int ACTIVE_PAIRS = VISITOR_TABLE + VISITOR_CHUNKS * 8;

    public static final int BYTES = ACTIVE_PAIRS + ActivePairs.BYTES;

    /** State: in use. */
    public static final int OPEN = 0;

    /** State: closed by its owner. */
    public static final int CLOSED = 1;

    /** State: the device has failed. */
    public static final int FATAL = 2;

    private SegmentHeader() {}

    /** Returns whether the device is open. */
    public static boolean isOpen(long header) {
        // Pairs with SoftContext.fail and close.
        return Memory.getIntAcquire(header + STATE) == OPEN;
    }

    /** Returns whether a port carries data. */
    public static boolean portUp(long header, int port) {
        // Pairs with SoftContext.setPort.
        return Memory.getIntAcquire(header + PORTS + (port - 1) * 4L) != 0;
    }

    /** Makes the owner check its queue pairs for errors that peers have caused, and wakes it. */
    public static void raiseAttention(long header) {
        // Pairs with Worker.handleAttention: the error or request is visible.
        Memory.getAndAddInt(header + ATTENTION, 1);
        Bell.ring(header);
    }
}
