package org.strata.coll.schedule;

import org.strata.opal.Rc;

import java.util.BitSet;

/**
 * The numbers that the persistent collectives of a communicator have. Every member assigns the same
 * ones: upwards, in laps. In the first lap each number is new. A member cannot know which numbers
 * the others have freed, so at the end of a lap all members, which are in the same call of
 * MPI_…_init, combine what each of them holds; the next lap skips that. (Such calls may wait for
 * other members: MPI 4.1 §6.13.) Inside the bracket.
 */
final class HeldNumbers {
    private final int count;

    /** What this member's persistent collectives have. */
    private final BitSet held = new BitSet();

    /** What some member had when this lap began. */
    private BitSet skipped = new BitSet();

    private int next;

    /** Combines sets of numbers over the members. */
    @FunctionalInterface
    interface Union {
        /**
         * Adds to a set what the other members' sets have.
         *
         * @param words bits of the set, as of {@link BitSet#toLongArray}; of the same number at all
         * @return an Rc code
         */
        int unite(long[] words);
    }

    /**
     * @param count how many numbers there are
     * @param first the first one of the first lap
     */
    HeldNumbers(int count, int first) {
        this.count = count;
        this.next = first;
    }

    /**
     * Takes some numbers in a row.
     *
     * @param union of the members' sets, at the end of a lap
     * @return the first number, or an Rc code: NO_RESOURCE when there are none at some member
     */
    int take(int wanted, Union union) {
        int found = find(wanted);
        if (found < 0) {
            int rc = beginLap(union);
            if (rc != Rc.OK) {
                return rc;
            }
            found = find(wanted);
        }
        if (found < 0) {
            return Rc.NO_RESOURCE;
        }
        held.set(found, found + wanted);
        next = found + wanted;
        return found;
    }

    /** Returns the next numbers in a row of this lap; negative if there are not as many. */
    private int find(int wanted) {
        int from = skipped.nextClearBit(next);
        while (from <= count - wanted) {
            int blocked = skipped.nextSetBit(from);
            if (blocked < 0 || blocked >= from + wanted) {
                return from;
            }
            from = skipped.nextClearBit(blocked);
        }
        return -1;
    }

    private int beginLap(Union union) {
        long[] words = new long[Math.ceilDiv(count, Long.SIZE)];
        long[] mine = held.toLongArray();
        System.arraycopy(mine, 0, words, 0, mine.length);
        int rc = union.unite(words);
        if (rc == Rc.OK) {
            skipped = BitSet.valueOf(words);
            next = 0;
        }
        return rc;
    }

    /** Frees numbers that this member does not use any more. */
    void free(int first, int wanted) {
        held.clear(first, first + wanted);
    }
}
