package org.strata.btl.openib.fast;

/**
 * The sizes of one peer's next ring, learned from its messages: P4 (ICS 2009) leaves open how large
 * each channel's block should be. Never more than the configured shape.
 *
 * <p>Before there is a ring, the longest message that the configured ring would take says how long
 * packets are. While there is one, only messages by queue are looked at, so that those by ring cost
 * nothing: longer ones than the ring takes, and those whose sender found it full. A ring that ends
 * for another reason is followed by one that is learned anew.
 */
public final class LearnedShape {
    /** Packets of the longest length that a block holds at first. */
    private static final int PACKETS = 4;

    /** Messages between two judgments. */
    private static final int PERIOD = 64;

    /** One of so many is often. */
    private static final int OFTEN = 8;

    private final RingShape most;

    /** Of the next ring: its longest packet, and a block that was too small doubled; 0 for none. */
    private int longest;

    private int block;

    /** Messages of the peer at the last judgment, and since then those that a larger ring takes. */
    private long judgedAt;

    private int full;
    private int tooLong;

    /**
     * @param most the configured shape
     */
    public LearnedShape(RingShape most) {
        this.most = most;
    }

    /** Returns the shape of the next ring. */
    public RingShape next() {
        int limit = RingShape.LEAST_LIMIT;
        while (limit < most.limit() && shape(limit, 0).longest() < longest) {
            limit *= 2;
        }
        limit = Math.min(limit, most.limit());
        int wanted = most.layout().fixed() ? most.block() : Math.max(block, PACKETS * limit);
        return shape(limit, Math.min(wanted, most.block()));
    }

    private RingShape shape(int limit, int bytes) {
        return new RingShape(most.layout(), most.slots(), limit, bytes);
    }

    /** A ring of the {@link #next} shape was opened after so many messages. */
    public void opened(long messages) {
        longest = 0;
        block = 0;
        judge(messages);
    }

    private void judge(long messages) {
        judgedAt = messages;
        full = 0;
        tooLong = 0;
    }

    /**
     * A message came by queue.
     *
     * @param bytes of its packet, header included
     * @param found whether the sender had found the ring full
     * @param present the shape of the ring; null without one
     * @param messages of the peer so far, by either way
     * @return whether the ring is to make room for another one
     */
    public boolean onQueueMessage(int bytes, boolean found, RingShape present, long messages) {
        if (bytes > most.longest()) {
            return false;
        }
        longest = Math.max(longest, bytes);
        if (present == null) {
            return false;
        }
        if (bytes > present.longest()) {
            tooLong++;
        } else if (found) {
            full++;
        }
        long judged = messages - judgedAt;
        if (judged < PERIOD) {
            return false;
        }
        boolean longer = OFTEN * (long) tooLong >= judged;
        boolean larger = OFTEN * (long) full >= judged;
        judge(messages);
        if (!longer && !larger) {
            return false;
        }
        longest = Math.max(longest, present.longest());
        block = larger ? 2 * present.block() : present.block();
        return !next().equals(present);
    }
}
