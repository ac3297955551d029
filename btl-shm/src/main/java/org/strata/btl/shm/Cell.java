package org.strata.btl.shm;

/**
 * The 64-byte cell that fast boxes and FIFOs are rings of: one cache line, of which the first 8
 * bytes are a word that is stored last and says everything else is there. Tier 1.
 *
 * <pre>
 *  63          32 31        16 15     8 7      0
 * +--------------+------------+--------+--------+
 * |   sequence   |   source   |  tag   |  form  |
 * +--------------+------------+--------+--------+
 * </pre>
 *
 * Source is the sender's index on the node, used in FIFOs only. A form up to {@link #INLINE_MAX} is
 * the length of a message that lies in the cell's other 56 bytes; the other forms describe it:
 *
 * <pre>
 * offset     8                  16
 * BOX        place in payload   length
 * FRAGMENT   place in segment   length
 * SET_UP     place in segment   cells of the box
 * </pre>
 */
final class Cell {
    /** Bytes of a cell, as a shift: one cache line. */
    static final int SHIFT = 6;

    static final int BYTES = 1 << SHIFT;

    /** Where an inline message or a description starts. */
    static final int BODY = 8;

    /** Longest message that travels in the cell itself. */
    static final int INLINE_MAX = BYTES - BODY;

    /** The message lies in the fast box's payload ring. */
    static final int FORM_BOX = 0xfd;

    /** The message lies in a fragment of the sender's segment. */
    static final int FORM_FRAGMENT = 0xfe;

    /** FIFO only: from here on the sender uses this fast box. */
    static final int FORM_SET_UP = 0xff;

    /** Where the described thing lies, in bytes. */
    static final int PLACE = 8;

    static final int LENGTH = 16;
    static final int BOX_CELLS = 16;

    private static final int SOURCE_SHIFT = 16;
    private static final int TAG_SHIFT = 8;
    private static final int SEQUENCE_SHIFT = 32;

    private Cell() {}

    static long word(int sequence, int source, int tag, int form) {
        return (long) sequence << SEQUENCE_SHIFT
                | (long) source << SOURCE_SHIFT
                | (long) tag << TAG_SHIFT
                | form;
    }

    static int sequence(long word) {
        return (int) (word >>> SEQUENCE_SHIFT);
    }

    static int source(long word) {
        return (int) (word >>> SOURCE_SHIFT) & 0xffff;
    }

    static int tag(long word) {
        return (int) (word >>> TAG_SHIFT) & 0xff;
    }

    static int form(long word) {
        return (int) word & 0xff;
    }
}
