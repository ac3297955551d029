package org.strata.btl.shm;

/**
 * Offsets in a fast box. The reader's position has 256 bytes of its own, as all words in a {@link
 * SegmentLayout}: the writer reads it rarely, and must not slow the reader down.
 */
final class BoxLayout {
    /** Number of slots that the reader has consumed, 4 bytes, wraps; written by the reader. */
    static final int CONSUMED = 0;

    /** Start of the ring; written by the sender. */
    static final int CELLS = 256;

    private BoxLayout() {}

    /** Returns the number of slots in a box. */
    static int slots(int cells) {
        return cells << (Cell.SHIFT - Cell.SLOT_SHIFT);
    }

    /** Returns the bytes of a whole box. */
    static long bytes(int cells) {
        return CELLS + ((long) cells << Cell.SHIFT);
    }
}
