package org.strata.btl.openib.fast;

/**
 * The aligned word that says that a packet has arrived: {u32 bytes of the packet, u24 0, u8 flag};
 * the flag is never 0. Bytes 0 is a marker: the ring goes on at its start. Tier 1.
 */
final class ArrivalWord {
    /** Bytes of a word; packets are padded to a multiple. */
    static final int BYTES = Long.BYTES;

    static final int FLAG = 1;

    /** For a place that holds the same word with the first flag; and of markers. */
    static final int OTHER_FLAG = 2;

    /** Sends the receiver to the start of the ring. */
    static final long MARKER = of(0, OTHER_FLAG);

    private static final int FLAG_SHIFT = 56;

    private ArrivalWord() {}

    static long of(int bytes, int flag) {
        return (bytes & 0xffff_ffffL) | ((long) flag << FLAG_SHIFT);
    }

    /** Returns the word of a packet that differs from what its place holds now. */
    static long unlike(long old, int bytes) {
        long word = of(bytes, FLAG);
        return word == old ? of(bytes, OTHER_FLAG) : word;
    }

    /**
     * Returns whether the word is there. An adapter that copies byte by byte stores the flag last.
     */
    static boolean hasFlag(long word) {
        return word >>> FLAG_SHIFT != 0;
    }

    static int bytes(long word) {
        return (int) word;
    }

    static int padded(int bytes) {
        return (bytes + BYTES - 1) & -BYTES;
    }
}
