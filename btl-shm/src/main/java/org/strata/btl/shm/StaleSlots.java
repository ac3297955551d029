package org.strata.btl.shm;

/**
 * Which slots of a fast box contain payload of a message that started in an earlier slot, and that
 * the reader could mistake for the word of a message. The writer keeps this record, since a look at
 * the slots themselves would wait for their lines. Tier 1.
 *
 * <p>After a whole lap of messages of one slot each slot begins with a word, and there is nothing
 * to remember; {@link #any} is all that such a stream asks.
 */
final class StaleSlots {
    private static final int WORD_BITS = 6;
    private static final int BIT = Long.SIZE - 1;

    private final int lines;

    /** A bit for each line whose first slot does. */
    private final long[] firsts;

    /** A bit for each line whose second slot does. */
    private final long[] seconds;

    /** Whether there may be such slots. */
    private boolean any;

    /**
     * Messages of one slot up to this position of the writer make a whole lap; valid while there
     * may be such slots, and so at most a lap and a message ahead of the position.
     */
    private int until;

    /**
     * @param slots number of slots in the box, a power of two
     */
    StaleSlots(int slots) {
        this.lines = slots / 2;
        this.firsts = new long[(lines + BIT) >> WORD_BITS];
        this.seconds = new long[firsts.length];
    }

    /** Returns whether there may be such slots. */
    boolean any() {
        return any;
    }

    /** A message of one slot begins at a position; call while there may be such slots. */
    void addSlot(int at) {
        remove(at);
        // Each message of the lap has removed its slot: no bit is left.
        any = until - at > 1;
    }

    /**
     * A message of several slots begins at a position, in the first slot of a line; or what is
     * skipped at the end of the ring.
     */
    void addLines(int at, int slots) {
        any = true;
        until = at + slots + 2 * lines;
        int first = (at >> 1) & (lines - 1);
        int count = (slots + 1) >> 1;
        int bit = first & BIT;
        if (bit + count < Long.SIZE) {
            int word = first >> WORD_BITS;
            seconds[word] |= ((1L << (slots >> 1)) - 1) << bit;
            long run = ((1L << count) - 1) << bit;
            firsts[word] = (firsts[word] | run) & ~(1L << bit);
        } else {
            addMany(first, slots);
        }
    }

    private void addMany(int first, int slots) {
        set(seconds, first, first + (slots >> 1));
        set(firsts, first, first + ((slots + 1) >> 1));
        firsts[first >> WORD_BITS] &= ~(1L << first);
    }

    /** Sets the bits from one on up to before another one. */
    private static void set(long[] bits, int from, int to) {
        int first = from >> WORD_BITS;
        int last = (to - 1) >> WORD_BITS;
        long low = -1L << from;
        long high = -1L >>> -to;
        if (first == last) {
            bits[first] |= low & high;
        } else {
            bits[first] |= low;
            for (int i = first + 1; i < last; i++) {
                bits[i] = -1;
            }
            bits[last] |= high;
        }
    }

    /**
     * Returns whether the slot at a position contains such payload; it does not from now on. Never
     * true for a slot in which a message begins that has not been read.
     */
    boolean remove(int at) {
        long[] slots = (at & 1) == 0 ? firsts : seconds;
        int line = (at >> 1) & (lines - 1);
        long word = slots[line >> WORD_BITS];
        slots[line >> WORD_BITS] = word & ~(1L << line);
        return (word >>> line & 1) != 0;
    }
}
