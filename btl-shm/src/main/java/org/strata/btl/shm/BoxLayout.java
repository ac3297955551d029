package org.strata.btl.shm;

/**
 * Where things lie in a fast box. The reader's position has a cache line (and its neighbour, which
 * processors fetch along) of its own: the writer looks at it rarely.
 */
final class BoxLayout {
    /** Number of slots the reader is through with, 4 bytes, wraps; written by the reader. */
    static final int CONSUMED = 0;

    /** The ring, written by the sender. */
    static final int CELLS = 128;

    private BoxLayout() {}

    /** Returns the slots of a box. */
    static int slots(int cells) {
        return cells << (Cell.SHIFT - Cell.SLOT_SHIFT);
    }

    /** Returns the bytes of a whole box. */
    static long bytes(int cells) {
        return CELLS + ((long) cells << Cell.SHIFT);
    }
}
