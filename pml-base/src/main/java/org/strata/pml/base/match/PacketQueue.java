package org.strata.pml.base.match;

import org.strata.opal.memory.Memory;

/**
 * A first-in first-out queue of kept packets, linked through their {@link PacketRecord}s, so that
 * any of them can be removed in constant time. Tier 1.
 */
final class PacketQueue {
    private static final int NEXT = 0;
    private static final int PREVIOUS = 8;

    private final int place;
    private long head;
    private long tail;

    /**
     * @param place where in a record its links are
     */
    PacketQueue(int place) {
        this.place = place;
    }

    /** Returns the oldest record, or 0. */
    long first() {
        return head;
    }

    /** Appends a record that is not in this queue. */
    void append(long added) {
        long last = tail;
        Memory.putWords(added + place, 0, last);
        if (last == 0) {
            head = added;
        } else {
            Memory.putWord(last + place + NEXT, added);
        }
        tail = added;
    }

    /** Removes a record that is in this queue. */
    void remove(long removed) {
        long next = Memory.getWord(removed + place + NEXT);
        long previous = Memory.getWord(removed + place + PREVIOUS);
        if (previous == 0) {
            head = next;
        } else {
            Memory.putWord(previous + place + NEXT, next);
        }
        if (next == 0) {
            tail = previous;
        } else {
            Memory.putWord(next + place + PREVIOUS, previous);
        }
    }
}
