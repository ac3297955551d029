package org.strata.btl.openib.fast;

/**
 * Design and sizes of a ring, the same at both ends.
 *
 * @param slots of the fixed designs
 * @param limit bytes of a slot, and most that a packet takes of a block, its words included
 * @param block bytes of the variable designs
 */
public record RingShape(RingLayout layout, int slots, int limit, int block) {
    /** Bytes that the words of a packet take at most. */
    public static final int WORDS = 4 * ArrivalWord.BYTES;

    /** Least {@link #limit}: a packet of some bytes and its words. */
    public static final int LEAST_LIMIT = 128;

    /** Most {@link #limit} and most {@link #slots}: what is granted fits the packet header. */
    public static final int MOST_LIMIT = 1 << 18;

    public static final int MOST_SLOTS = 1 << 12;

    /** Returns whether both ends can work with it; a peer may send anything. */
    public boolean valid() {
        boolean sizes =
                limit >= LEAST_LIMIT && limit <= MOST_LIMIT && limit % ArrivalWord.BYTES == 0;
        if (layout == null || !sizes) {
            return false;
        }
        if (layout.fixed()) {
            return slots >= 1 && slots <= MOST_SLOTS;
        }
        return block >= 2 * limit && block <= 2 * MOST_LIMIT && block % ArrivalWord.BYTES == 0;
    }

    /** Returns the longest packet, header included. */
    public int longest() {
        return layout == RingLayout.FIXED_GUARDED ? FixedGuardedSend.longest(limit) : limit - WORDS;
    }

    /** Returns the bytes of the ring. */
    public int bytes() {
        return layout.fixed() ? slots * limit : block;
    }

    /** Returns the bytes of the sender's mirror. */
    public int mirrorBytes() {
        return layout.mirrored() ? bytes() : 0;
    }

    /** Returns the credits that the whole ring is: slots, or words. */
    public int credits() {
        return layout.fixed() ? slots : block / ArrivalWord.BYTES;
    }
}
