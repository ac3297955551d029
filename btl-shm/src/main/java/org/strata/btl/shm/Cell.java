package org.strata.btl.shm;

/**
 * The 64-byte cell that fast boxes and FIFOs are rings of: one cache line. In a FIFO a message
 * takes a cell; in a box it takes slots of half a cell. It starts with a word of 8 bytes that the
 * writer stores last: a reader that sees the word sees the rest. Tier 1.
 *
 * <pre>
 *  63          32 31        16 15     8 7      2 1    0
 * +--------------+------------+--------+--------+------+
 * |   sequence   |   detail   |  tag   | short  | form |
 * +--------------+------------+--------+--------+------+
 * </pre>
 *
 * <p>In a box, detail is the length of the message, which starts behind the word and continues in
 * the next slots. In a FIFO, detail is the sender's index on the node, and short the length of a
 * message that fits its one cell. The other forms have a description instead of a message:
 *
 * <pre>
 * offset     8                  16
 * FRAGMENT   place in segment   length
 * SET_UP     place in segment   cells of the box | 20: number of the first slot
 * </pre>
 */
final class Cell {
    /** Bytes of a cell, as a shift: one cache line. */
    static final int SHIFT = 6;

    static final int BYTES = 1 << SHIFT;

    /** Offset of a message or a description. */
    static final int BODY = 8;

    /** Longest message that one cell holds. */
    static final int INLINE_MAX = BYTES - BODY;

    /** Bytes of a slot, as a shift: half a cell, the unit of a box. */
    static final int SLOT_SHIFT = 5;

    /** Longest message that one slot holds. */
    static final int SLOT_MAX = (1 << SLOT_SHIFT) - BODY;

    /** The message follows. */
    static final int MESSAGE = 0;

    /** The message lies in a fragment of the sender's segment. */
    static final int FRAGMENT = 1;

    /** FIFO only: from here on the sender uses this fast box. */
    static final int SET_UP = 2;

    /** Box only: the next message starts at the beginning of the ring. */
    static final int SKIP = 3;

    /** Offset of the place, in the sender's segment, of what the cell describes. */
    static final int PLACE = 8;

    static final int LENGTH = 16;
    static final int BOX_CELLS = 16;

    /** Offset of the number of the first slot of the box that the cell describes. */
    static final int BOX_FIRST = 20;

    private static final int FORM_MASK = 3;
    private static final int SHORT_SHIFT = 2;
    private static final int SHORT_MASK = 0x3f;
    private static final int TAG_SHIFT = 8;
    private static final int TAG_MASK = 0xff;
    private static final int DETAIL_SHIFT = 16;
    private static final int DETAIL_MASK = 0xffff;
    private static final int SEQUENCE_SHIFT = 32;

    /** Greatest detail. */
    static final int DETAIL_MAX = DETAIL_MASK;

    private Cell() {}

    /** Returns the word of a box's cell. */
    static long word(int sequence, int length, int tag, int form) {
        return (long) sequence << SEQUENCE_SHIFT
                | (long) length << DETAIL_SHIFT
                | (long) tag << TAG_SHIFT
                | form;
    }

    /** Returns the word of a FIFO's cell. */
    static long fifoWord(int sequence, int source, int tag, int length, int form) {
        return word(sequence, source, tag, length << SHORT_SHIFT | form);
    }

    static int sequence(long word) {
        return (int) (word >>> SEQUENCE_SHIFT);
    }

    static int detail(long word) {
        return (int) (word >>> DETAIL_SHIFT) & DETAIL_MASK;
    }

    static int tag(long word) {
        return (int) (word >>> TAG_SHIFT) & TAG_MASK;
    }

    /** Returns tag and form of a word, and what else a box's word has below its detail. */
    static int kind(long word) {
        return (int) word & ((1 << DETAIL_SHIFT) - 1);
    }

    /** Returns the {@link #kind(long)} of a message in a box. */
    static int kind(int tag) {
        return tag << TAG_SHIFT | MESSAGE;
    }

    /** Returns whether a box's word announces a message with this number and tag. */
    static boolean isMessage(long word, int sequence, int tag) {
        long identity = ~((long) DETAIL_MASK << DETAIL_SHIFT);
        return (word & identity) == word(sequence, 0, tag, MESSAGE) && word != 0;
    }

    static int shortLength(long word) {
        return (int) (word >>> SHORT_SHIFT) & SHORT_MASK;
    }

    static int form(long word) {
        return (int) word & FORM_MASK;
    }

    /** Returns the number of slots that a message in a box occupies. */
    static int slots(int length) {
        return (BODY + length + (1 << SLOT_SHIFT) - 1) >>> SLOT_SHIFT;
    }
}
