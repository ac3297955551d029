package org.strata.btl.openib;

/**
 * Plain memory for a message that came before its turn; pooled by the link. Its room is a power of
 * two, close to the message's own size.
 */
final class HeldMessage {
    /** Rooms are of 64 bytes, 128, and so on. */
    static final int SIZE_CLASSES = 25;

    private static final int LEAST_SHIFT = 6;

    final long address;
    final int room;
    HeldMessage next;
    int sequence;
    int length;

    /** To which the message's credit is owed; null for none. */
    Channel channel;

    HeldMessage(long address, int room) {
        this.address = address;
        this.room = room;
    }

    /** Returns which of the rooms so many bytes need. */
    static int sizeClass(int bytes) {
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(1, bytes) - 1);
        return Math.max(0, bits - LEAST_SHIFT);
    }

    static int room(int sizeClass) {
        return 1 << (sizeClass + LEAST_SHIFT);
    }
}
