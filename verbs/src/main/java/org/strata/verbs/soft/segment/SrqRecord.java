package org.strata.verbs.soft.segment;

import org.strata.opal.memory.Memory;

/** Layout of a shared receive queue's record. */
public final class SrqRecord {
    static final int BYTES = 64 + RecvRing.BYTES;

    private static final int LIVE = 0;
    private static final int PD = 4;
    private static final int LIMIT = 8;
    private static final int CQ = 12;
    private static final int SERIAL = 16;

    /** The queue itself. */
    public static final int RING = 64;

    private SrqRecord() {}

    /**
     * @param serial which of all queues this is
     */
    public static void open(long record, int pd, int cq, long serial) {
        Memory.putLong(record + SERIAL, serial);
        Memory.putInt(record + PD, pd);
        Memory.putInt(record + LIMIT, 0);
        Memory.putInt(record + CQ, cq);
        // Pairs with SrqRecord.live: guards the record and its ring.
        Memory.putIntRelease(record + LIVE, 1);
    }

    public static void close(long record) {
        // Pairs with SrqRecord.live inside a visit: quiesce waits for a visitor that does not see
        // it.
        Memory.putIntVolatile(record + LIVE, 0);
    }

    public static boolean live(long record) {
        // Pairs with SrqRecord.open and close.
        return Memory.getIntAcquire(record + LIVE) != 0;
    }

    /** Returns the serial number; inside a visit. */
    static long serial(long record) {
        return Memory.getLong(record + SERIAL);
    }

    public static int pd(long record) {
        return Memory.getInt(record + PD);
    }

    /** Returns the index of the completion queue of an XRC queue. */
    public static int cq(long record) {
        return Memory.getInt(record + CQ);
    }

    public static int limit(long record) {
        // Pairs with SrqRecord.passedLimit.
        return Memory.getIntAcquire(record + LIMIT);
    }

    public static void arm(long record, int limit) {
        // Pairs with SrqRecord.passedLimit of the next consumer.
        Memory.putIntVolatile(record + LIMIT, limit);
    }

    /** Returns true once, when fewer requests than an armed limit are left; disarms the limit. */
    public static boolean passedLimit(long record, int left) {
        // Pairs with SrqRecord.arm; the CAS with itself: one consumer makes the event.
        int limit = Memory.getIntAcquire(record + LIMIT);
        return left < limit && Memory.compareAndSetInt(record + LIMIT, limit, 0);
    }
}
