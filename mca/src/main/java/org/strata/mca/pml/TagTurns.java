package org.strata.mca.pml;

/**
 * Distributes the tags of a range to operations of a communicator by turns: number {@code n} has
 * the tag of index {@code n} modulo the range's size. All members begin the operations in the same
 * order, so each operation has the same numbers everywhere. Inside the bracket. Tier 1.
 *
 * <p>An operation must not exchange messages while an older one with the same tags is under way
 * anywhere. When an operation ends is known locally only, and that suffices: a member begins to
 * exchange messages ({@link Turn#mayBegin}) when every older operation with one of its tags has
 * ended at this member. Between two members that do so, all messages of the older operation with
 * one tag were sent before those of the later one, and all receives of the older one were posted
 * before those of the later one. Messages of one pair of processes with one tag match in the order
 * of sends and receives (MPI 4.1 §3.5), and an operation has as many of the ones as of the others.
 * So no message of one operation matches a receive of the other, however far the members are apart.
 *
 * <p>Nobody waits in a call: an operation that may not begin yet is begun by progress. It waits for
 * an operation that every other member has begun, or begins before it needs the later one.
 */
public final class TagTurns {
    private final ReservedTags range;
    private final int count;

    /** The next number. At 10^9 a second it would be negative after 292 years. */
    private long next;

    /** Operations that have not ended, in the order of their numbers; null for none. */
    private Turn oldest;

    private Turn newest;

    /** Gives the tags of a range, from number 0 on. */
    public TagTurns(ReservedTags range) {
        this(range, 0);
    }

    /**
     * @param first the first number
     */
    public TagTurns(ReservedTags range, long first) {
        this(range, range.count(), first);
    }

    /**
     * Distributes indices that are no tags of {@link ReservedTags}: on a communicator of the
     * library's own.
     *
     * @param count number of indices
     * @param first the first number
     */
    public TagTurns(int count, long first) {
        this(null, count, first);
    }

    private TagTurns(ReservedTags range, int count, long first) {
        this.range = range;
        this.count = count;
        this.next = first;
    }

    /**
     * Gives an operation its numbers.
     *
     * @param numbers how many it needs; at most as many as there are tags
     */
    public Turn take(int numbers) {
        if (numbers > count) {
            throw new IllegalArgumentException(numbers + " of " + count + " tags at once");
        }
        Turn turn = new Turn(this, next, next + numbers);
        next += numbers;
        turn.older = newest;
        if (newest == null) {
            oldest = turn;
        } else {
            newest.newer = turn;
        }
        newest = turn;
        return turn;
    }

    private void remove(Turn turn) {
        if (turn.older == null) {
            oldest = turn.newer;
        } else {
            turn.older.newer = turn.newer;
        }
        if (turn.newer == null) {
            newest = turn.older;
        } else {
            turn.newer.older = turn.older;
        }
        turn.older = null;
        turn.newer = null;
    }

    /** The numbers of one operation, from {@link TagTurns#take} to {@link #end}. */
    public static final class Turn {
        private final TagTurns turns;
        private final long first;
        private final long end;
        private Turn older;
        private Turn newer;

        private Turn(TagTurns turns, long first, long end) {
            this.turns = turns;
            this.first = first;
            this.end = end;
        }

        /** Returns whether no operation with one of these tags is under way at this member. */
        public boolean mayBegin() {
            return end - turns.oldest.first <= turns.count;
        }

        /**
         * Returns the index of a number.
         *
         * @param offset of the number among those of this operation, from 0
         */
        public int index(int offset) {
            return (int) Math.floorMod(first + offset, (long) turns.count);
        }

        /** Returns the tag of a number. */
        public int tag(int offset) {
            return turns.range.tag(index(offset));
        }

        /** The operation has ended at this member: its messages are complete. Called once. */
        public void end() {
            turns.remove(this);
        }
    }
}
