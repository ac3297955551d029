package org.strata.btl.openib;

/**
 * Work request numbers, by which completions find their owner. Sends: channel number (30 bits),
 * position in the ring (32 bits). Receives: the top bit; for shared queues the next bit and the
 * queue's index, for others the channel's number; then the buffer. Tier 1.
 */
final class RequestIds {
    private static final long RECEIVE = 1L << 63;
    private static final long SHARED = 1L << 62;

    /** Largest number of a channel, and mask of the owner in a request number. */
    static final int MOST = (1 << 30) - 1;

    private RequestIds() {}

    /** Returns the number of a send of a channel. */
    static long send(int channel, int position) {
        return (long) channel << 32 | (position & 0xffff_ffffL);
    }

    /** Returns what the numbers of a channel's own receives begin with; the buffer is added. */
    static long ownReceives(int channel) {
        return RECEIVE | (long) channel << 32;
    }

    /** Returns the number of a receive of a shared queue. */
    static long sharedReceive(int queue, int buffer) {
        return RECEIVE | SHARED | (long) queue << 32 | buffer;
    }

    static boolean isReceive(long id) {
        return id < 0;
    }

    static boolean isShared(long id) {
        return (id & SHARED) != 0;
    }

    /** Returns the queue, or the channel, that a request number names. */
    static int owner(long id) {
        return (int) (id >>> 32) & MOST;
    }
}
