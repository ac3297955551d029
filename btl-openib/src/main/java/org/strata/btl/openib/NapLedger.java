package org.strata.btl.openib;

/**
 * Decides whether rings help a rank that sleeps soon ({@code use_eager_rdma} -1): it weighs the
 * time by which naps delay messages in rings against the time that rings save.
 *
 * <p>A write to a ring wakes nobody, while a completion ends a sleep at once. A rank with a core of
 * its own polls for a millisecond before it naps, which prolongs its wait by little. Where ranks
 * share cores, each wait for a single message ends in a nap, which costs as much as dozens of ring
 * messages save; but a rank that receives hundreds of messages between two naps is better off with
 * rings there, too. The number of ranks does not tell these two apart, so the receiver, which alone
 * naps and which alone opens and closes rings, measures. It closes its rings when the loss exceeds
 * a bound, and tries again after a pause that grows each time that rings fail soon after it.
 */
final class NapLedger {
    /** What a message saves that comes by ring: half a round trip of 8 bytes, measured. */
    static final long SAVED_NANOS = 300;

    /** Loss at which rings are closed: two of the longest naps, or a hundred of the shortest. */
    static final long MOST_LOSS_NANOS = 1_000_000L;

    static final long FIRST_PAUSE_NANOS = 200_000_000L;

    /** Few trials are enough where rings do not help: a short program pays for each. */
    static final int PAUSE_GROWTH = 4;

    static final long MOST_PAUSE_NANOS = 5_000_000_000L;

    /** Rings that fail within such a time after a pause have not been worth the trial. */
    static final long TRIAL_NANOS = 1_000_000_000L;

    private long loss;

    /** Packets that rings had brought when the loss was last computed. */
    private long credited;

    private long napStart;
    private long napMost;
    private long pause;
    private long pauseEnd;

    /**
     * A nap begins.
     *
     * @param most how long it may last
     * @param packets that have come by ring so far
     */
    void beginNap(long now, long most, long packets) {
        napStart = now;
        napMost = most;
        loss = Math.max(0, loss - SAVED_NANOS * (packets - credited));
        credited = packets;
    }

    /**
     * Messages were waiting in rings when the nap ended. They came at any time of it: half of it
     * counts as their delay. What it lasted beyond its bound is a wait for a core, which a rank
     * that is woken by a completion has, too.
     *
     * @return how long to do without rings from now on; 0 to keep them
     */
    long addDelay(long now) {
        loss += Math.min(now - napStart, napMost) / 2;
        if (loss <= MOST_LOSS_NANOS) {
            return 0;
        }
        loss = 0;
        boolean soon = pause > 0 && now - pauseEnd < TRIAL_NANOS;
        pause = soon ? Math.min(PAUSE_GROWTH * pause, MOST_PAUSE_NANOS) : FIRST_PAUSE_NANOS;
        pauseEnd = now + pause;
        return pause;
    }
}
