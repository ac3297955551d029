package org.strata.verbs.soft.segment;

import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;
import org.strata.verbs.RecvWr;
import org.strata.verbs.Sge;

/**
 * A receive queue in a segment: the owner posts (one thread at a time), peers in any process
 * consume. A consumer copies the request out first and then advances the head by CAS, so that a
 * consumer which dies in between blocks nobody. Tier 1; stateless.
 */
public final class RecvRing {
    /** Size of the record. */
    static final int BYTES = 192;

    /** Offset of the first element in a request. */
    public static final int SGES = 16;

    private static final int DEPTH = 0;
    private static final int MAX_SGE = 4;
    private static final int ENTRIES = 8;
    private static final int SLOTS = 16;
    private static final int HEAD = 64;
    private static final int TAIL = 128;

    private static final int WR_ID = 0;
    private static final int COUNT = 8;

    private RecvRing() {}

    /** Returns the bytes of one request with its elements. */
    public static int requestBytes(int maxSge) {
        return SGES + maxSge * Sge.BYTES;
    }

    public static long entryBytes(int depth, int maxSge) {
        return (long) slots(depth) * requestBytes(maxSge);
    }

    private static int slots(int depth) {
        return depth <= 1 ? 1 : Integer.highestOneBit(depth - 1) << 1;
    }

    /** Writes an empty queue. */
    public static void open(long base, long ring, int depth, int maxSge, long entries) {
        Memory.putInt(ring + DEPTH, depth);
        Memory.putInt(ring + MAX_SGE, maxSge);
        Memory.putInt(ring + SLOTS, slots(depth));
        Memory.putLong(ring + ENTRIES, entries - base);
        Memory.putLong(ring + TAIL, 0);
        // Pairs with QpRecord.number or SrqRecord.live, by which peers find the ring.
        Memory.putLongVolatile(ring + HEAD, 0);
    }

    /**
     * Moves the posted requests to other memory. No other thread or process may access the queue
     * meanwhile.
     */
    public static void move(long base, long ring, int depth, long entries) {
        int maxSge = maxSge(ring);
        int bytes = requestBytes(maxSge);
        int posted = posted(ring);
        for (int i = 0; i < posted; i++) {
            long from = entry(base, ring, Memory.getLong(ring + HEAD) + i);
            Memory.copy(from, entries + (long) i * bytes, bytes);
        }
        open(base, ring, depth, maxSge, entries);
        // Pairs with Site.frozen: no peer is at the ring until Freeze.during ends.
        Memory.putLongVolatile(ring + TAIL, posted);
    }

    public static int depth(long ring) {
        return Memory.getInt(ring + DEPTH);
    }

    static int maxSge(long ring) {
        return Memory.getInt(ring + MAX_SGE);
    }

    public static long entries(long base, long ring) {
        return base + Memory.getLong(ring + ENTRIES);
    }

    /** Returns how many requests are posted. */
    public static int posted(long ring) {
        // Pairs with RecvRing.consume and postOne.
        return (int) (Memory.getLongAcquire(ring + TAIL) - Memory.getLongAcquire(ring + HEAD));
    }

    /**
     * Posts a request and those linked to it. Owner only.
     *
     * @return as {@link org.strata.verbs.SharedReceiveQueue#post}
     */
    public static int post(long base, long ring, RecvWr list) {
        for (long wr = list.address(); wr != 0; wr = RecvWr.nextAt(wr)) {
            int rc = postOne(base, ring, wr);
            if (rc != Rc.OK) {
                list.rejected(wr);
                return rc;
            }
        }
        return Rc.OK;
    }

    private static int postOne(long base, long ring, long wr) {
        int count = RecvWr.sgeCountAt(wr);
        if (count < 0 || count > maxSge(ring)) {
            return Rc.BAD_ARGUMENT;
        }
        long tail = Memory.getLong(ring + TAIL);
        // Pairs with RecvRing.consume: the entry has been copied out.
        if (tail - Memory.getLongAcquire(ring + HEAD) >= Memory.getInt(ring + DEPTH)) {
            return Rc.NO_RESOURCE;
        }
        long at = entry(base, ring, tail);
        Memory.putLong(at + WR_ID, RecvWr.wrIdAt(wr));
        Memory.putInt(at + COUNT, count);
        Memory.copy(RecvWr.sgListAt(wr), at + SGES, (long) count * Sge.BYTES);
        // Pairs with RecvRing.consume: guards the request.
        Memory.putLongRelease(ring + TAIL, tail + 1);
        return Rc.OK;
    }

    /**
     * Consumes the oldest request.
     *
     * @param into where the request is copied to: {@link #requestBytes} of this queue's elements
     * @return how many requests are left, or -1 when there was none
     */
    public static int consume(long base, long ring, long into) {
        while (true) {
            // Pairs with RecvRing.postOne, the tail: guards the request; the head with the CAS
            // below.
            long head = Memory.getLongAcquire(ring + HEAD);
            long tail = Memory.getLongAcquire(ring + TAIL);
            if (head >= tail) {
                return -1;
            }
            long at = entry(base, ring, head);
            // Torn when another consumer is ahead of this one; then the CAS below fails.
            int count = Math.clamp(Memory.getInt(at + COUNT), 0, maxSge(ring));
            Memory.putLong(into + WR_ID, Memory.getLong(at + WR_ID));
            Memory.putInt(into + COUNT, count);
            Memory.copy(at + SGES, into + SGES, (long) count * Sge.BYTES);
            // Pairs with RecvRing.postOne, which overwrites behind the head, and with itself at
            // other consumers.
            if (Memory.compareAndSetLong(ring + HEAD, head, head + 1)) {
                return (int) (tail - head - 1);
            }
        }
    }

    private static long entry(long base, long ring, long index) {
        long slot = index & (Memory.getInt(ring + SLOTS) - 1);
        return base + Memory.getLong(ring + ENTRIES) + slot * requestBytes(maxSge(ring));
    }

    public static long wrId(long request) {
        return Memory.getLong(request + WR_ID);
    }

    public static int count(long request) {
        return Memory.getInt(request + COUNT);
    }

    /** Returns the bytes that a request's elements hold. */
    public static long capacity(long request) {
        long sum = 0;
        for (int i = count(request) - 1; i >= 0; i--) {
            sum += Sge.length(request + SGES + (long) i * Sge.BYTES);
        }
        return sum;
    }
}
