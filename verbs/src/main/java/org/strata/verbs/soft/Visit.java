package org.strata.verbs.soft;

import org.strata.opal.memory.Memory;

/**
 * The word by which a peer says that it is inside: reading keys and queues of this owner and
 * touching its memory. Odd is inside. The owner that takes something away first makes it invalid
 * and then waits until every visitor has been outside once; a visitor comes in first and looks
 * then. Whose visit it is, is known from the record around it, so that a dead visitor's is ended
 * for it.
 */
final class Visit {
    /** A visit line by itself: for visitors other than the connected peer (XRC). */
    static final int BYTES = 64;

    private static final int WORD = 0;
    private static final int HOLDS = 4;
    private static final int HELD = 8;

    /** Context of the visitor; in lines by themselves. */
    private static final int VISITOR = 16;

    /** The only key of the owner's that a long visit uses, or 0: it may use any. */
    private static final int USES = 24;

    private Visit() {}

    /**
     * Comes in; a full fence.
     *
     * @return false when somebody else is inside: one who was connected before, about to find out
     */
    static boolean enter(long visit) {
        int word = Memory.getIntAcquire(visit + WORD);
        return !inside(word) && Memory.compareAndSetInt(visit + WORD, word, word + 1);
    }

    /**
     * Tells which key alone a long visit uses, before it is looked up; a full fence. An owner that
     * makes another key invalid meanwhile need not wait for this visit.
     */
    static void useOnly(long visit, int key) {
        Memory.putIntVolatile(visit + USES, key);
    }

    /** Returns whether the visit is known not to use a key, which is not 0. */
    static boolean usesOnlyOther(long visit, int key) {
        int used = Memory.getIntVolatile(visit + USES);
        return used != 0 && used != key;
    }

    /** Goes out. */
    static void leave(long visit) {
        if (Memory.getInt(visit + USES) != 0) {
            Memory.putIntRelease(visit + USES, 0);
        }
        Memory.putIntRelease(visit + WORD, Memory.getInt(visit + WORD) + 1);
    }

    /** Takes a line by itself for a visitor; false when another has it. */
    static boolean claim(long visit, long visitor) {
        return Memory.getLongAcquire(visit + VISITOR) == 0
                && Memory.compareAndSetLong(visit + VISITOR, 0, visitor);
    }

    /** Gives a line by itself back. */
    static void unclaim(long visit) {
        Memory.putLongVolatile(visit + VISITOR, 0);
    }

    static long visitor(long visit) {
        return Memory.getLongAcquire(visit + VISITOR);
    }

    static int word(long visit) {
        return Memory.getIntVolatile(visit + WORD);
    }

    static boolean inside(int word) {
        return (word & 1) != 0;
    }

    /** Ends the visit of a visitor that has died. */
    static void evict(long visit) {
        Memory.putIntVolatile(visit + USES, 0);
        Memory.putIntVolatile(visit + WORD, (word(visit) + 1) & ~1);
    }

    /** Notes that a receive request has been taken and not completed yet. */
    static void hold(long visit, long wrId) {
        Memory.putLong(visit + HELD, wrId);
        Memory.putIntRelease(visit + HOLDS, 1);
    }

    static void drop(long visit) {
        Memory.putIntRelease(visit + HOLDS, 0);
    }

    static boolean holds(long visit) {
        return Memory.getIntAcquire(visit + HOLDS) != 0;
    }

    static long held(long visit) {
        return Memory.getLong(visit + HELD);
    }
}
