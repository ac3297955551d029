package org.strata.verbs.soft.segment;

import org.strata.opal.memory.Memory;

/**
 * A peer's visit: while its word is odd, the peer reads keys and queues of this owner and accesses
 * its memory. An owner that removes an object first makes it invalid, and then waits until every
 * visit that was under way has ended; a visitor enters first, and checks validity then. The record
 * around the word names the visitor, so that the owner can end the visit of a dead one.
 */
public final class Visit {
    /** Bytes of a separate visit line, for visitors other than the connected peer (XRC). */
    static final int BYTES = 64;

    private static final int WORD = 0;
    private static final int HAS_RECEIVE = 4;
    private static final int RECEIVE = 8;

    /** Device number of the visitor, in separate lines. */
    private static final int VISITOR = 16;

    /** The only key of the owner that a long visit uses, or 0 when it may use any. */
    private static final int USES = 24;

    /** Number of the XRC queue of the consumed receive; 0 for the pair's own receive queue. */
    private static final int XRC_QUEUE = 28;

    private Visit() {}

    /**
     * Begins a visit; a full fence.
     *
     * @return false when another visitor is inside: one that was connected before
     */
    public static boolean enter(long visit) {
        // Pairs with Worker.awaitVisitEnd: the owner makes objects invalid, then looks at the word.
        int word = Memory.getIntAcquire(visit + WORD);
        return !inside(word) && Memory.compareAndSetInt(visit + WORD, word, word + 1);
    }

    /**
     * Publishes the only key that a long visit uses, before the key is looked up; a full fence. An
     * owner that makes another key invalid does not wait for this visit.
     */
    public static void useOnly(long visit, int key) {
        // Pairs with Visit.usesOnlyOther.
        Memory.putIntRelease(visit + USES, key);
        Memory.fullFence();
    }

    /** Returns whether the visit is known not to use a key other than 0. */
    public static boolean usesOnlyOther(long visit, int key) {
        // Pairs with Visit.useOnly and leave; behind MrRecord.close.
        int used = Memory.getIntVolatile(visit + USES);
        return used != 0 && used != key;
    }

    /** Ends the visit. */
    public static void leave(long visit) {
        // Pairs with Worker.awaitVisitEnd: the visit's accesses are over.
        if (Memory.getInt(visit + USES) != 0) {
            Memory.putIntRelease(visit + USES, 0);
        }
        Memory.putIntRelease(visit + WORD, Memory.getInt(visit + WORD) + 1);
    }

    /** Claims a separate line for a visitor; returns false when another one has it. */
    public static boolean claim(long visit, long visitor) {
        // Pairs with itself: one visitor per line; and with Visit.unclaim.
        return Memory.getLongAcquire(visit + VISITOR) == 0
                && Memory.compareAndSetLong(visit + VISITOR, 0, visitor);
    }

    /** Releases a separate line. */
    public static void unclaim(long visit) {
        // Pairs with Visit.claim.
        Memory.putLongVolatile(visit + VISITOR, 0);
    }

    public static long visitor(long visit) {
        // Pairs with Visit.claim.
        return Memory.getLongAcquire(visit + VISITOR);
    }

    /** Returns where the visitor's number is. */
    public static long visitorAt(long visit) {
        return visit + VISITOR;
    }

    /** Returns the number of the visitor there. */
    public static long numberAt(long at) {
        // Pairs with Visit.claim and QpRecord.claimVisit.
        return Memory.getLongAcquire(at);
    }

    public static int word(long visit) {
        // Pairs with Visit.enter and leave.
        return Memory.getIntVolatile(visit + WORD);
    }

    public static boolean inside(int word) {
        return (word & 1) != 0;
    }

    /** Ends the visit of a visitor that has died. */
    public static void evict(long visit) {
        // Pairs with Visit.enter of the next visitor; the former one is dead.
        Memory.putIntVolatile(visit + USES, 0);
        Memory.putIntVolatile(visit + WORD, (word(visit) + 1) & ~1);
    }

    /**
     * Records a receive request that the visitor has consumed and not completed yet.
     *
     * @param xrcQueue number of its XRC queue; 0 when it is the pair's own or of its shared queue
     */
    public static void recordReceive(long visit, long wrId, int xrcQueue) {
        // Pairs with Visit.hasReceive: guards the request's number and queue.
        Memory.putLong(visit + RECEIVE, wrId);
        Memory.putInt(visit + XRC_QUEUE, xrcQueue);
        Memory.putIntRelease(visit + HAS_RECEIVE, 1);
    }

    public static void clearReceive(long visit) {
        // Pairs with Visit.hasReceive: the completion is stored.
        Memory.putIntRelease(visit + HAS_RECEIVE, 0);
    }

    public static boolean hasReceive(long visit) {
        // Pairs with Visit.recordReceive and clearReceive.
        return Memory.getIntAcquire(visit + HAS_RECEIVE) != 0;
    }

    public static long receiveWrId(long visit) {
        return Memory.getLong(visit + RECEIVE);
    }

    /** Returns the XRC queue of the recorded receive; 0 for none. */
    public static int receiveQueue(long visit) {
        return Memory.getInt(visit + XRC_QUEUE);
    }
}
