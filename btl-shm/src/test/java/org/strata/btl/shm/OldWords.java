package org.strata.btl.shm;

import org.strata.opal.memory.Memory;

/**
 * What the lap of numbers before leaves in a fast box: in every slot the word of a message whose
 * number the reader waits for there again after 2^32 slots.
 */
final class OldWords {
    /** The slots that are skipped are cleared once in so many. */
    private static final int CLEARING_PERIOD = 1 << 30;

    private OldWords() {}

    /**
     * Writes such words to a box that has not been used.
     *
     * <p>The reader waits for them from the second lap after the next multiple of 2^30 on: words
     * with earlier numbers cannot be there, since a writer that came here slot by slot has passed
     * the multiple before.
     *
     * @param slots address of the ring
     * @param cells number of cells
     * @param first number of the first slot
     */
    static void lay(long slots, int cells, int first) {
        int capacity = BoxLayout.slots(cells);
        int clearing = (first + CLEARING_PERIOD - 1) & -CLEARING_PERIOD;
        for (int i = 1; i <= capacity; i++) {
            int at = clearing + capacity + i;
            long slot = slots + ((long) (at & (capacity - 1)) << Cell.SLOT_SHIFT);
            Memory.putLong(slot, Cell.word(at + 1, Cell.SLOT_MAX, Rings.TAG, Cell.MESSAGE));
        }
    }
}
