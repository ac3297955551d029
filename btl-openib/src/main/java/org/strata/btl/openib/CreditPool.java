package org.strata.btl.openib;

/**
 * Shares the receives of a shared queue among the peers by demand: every peer has a few credits,
 * and those whose messages wait for credits get more of the rest, which is bounded. P1 (IPDPS 2006)
 * leaves this open. Tier 1 from {@link #target} down.
 *
 * <p>A packet says how many messages wait behind it, and a peer gets credits for no more than that:
 * messages that exist use them soon, so that no idle peer keeps what others need. Of what the
 * others leave of the pool a peer gets two thirds at most. So one takes most of it; m of them have
 * 2 / (1 + 2 m) of it each, and something is always left for the next one (dynamic thresholds:
 * Choudhury and Hahne, IEEE/ACM Transactions on Networking 6, 1998).
 */
final class CreditPool {
    /** What a peer may take is this many times what is left then. */
    private static final int THRESHOLD = 2;

    /**
     * Credits that their peer has not used while so many times the pool's messages came from others
     * are lent to these: what waited may have gone by ring instead, or with another message.
     */
    private static final int IDLE = 4;

    /** One peer's part of the pool; of the peers with any, in the order of their last messages. */
    static final class Claim {
        private int extra;
        private long last;
        private Claim older;
        private Claim newer;

        /** Returns the credits of the pool that it holds. */
        int extra() {
            return extra;
        }
    }

    private final int least;
    private int everyone;
    private int pool;
    private int claimed;

    /** Messages so far. */
    private long messages;

    private Claim oldest;
    private Claim newest;

    /**
     * @param least credits that every peer has, however few receives there are
     */
    CreditPool(int least) {
        this.least = least;
        this.everyone = least;
    }

    /**
     * Divides anew.
     *
     * @param usable receives that can be posted
     * @param peers connected
     */
    void divide(int usable, int peers) {
        int half = usable / 2;
        everyone = Math.max(least, half / Math.max(1, peers));
        pool = Math.max(0, usable - (int) Math.min(half, (long) everyone * peers));
    }

    /** Returns the credits that a peer has whose messages do not wait. */
    int everyone() {
        return everyone;
    }

    /** Returns the credits that are for those whose messages wait. */
    int pool() {
        return pool;
    }

    /**
     * A peer's message came: returns the credits that the peer is to have from now on.
     *
     * @param waiting further messages that wait there
     */
    int target(Claim claim, int waiting) {
        messages++;
        if (waiting == 0) {
            return everyone;
        }
        int most = most(claim);
        while (most < waiting && oldest != null && oldest != claim && isIdle(oldest)) {
            leave(oldest);
            most = most(claim);
        }
        return everyone + Math.min(waiting, most);
    }

    private int most(Claim claim) {
        int left = pool - (claimed - claim.extra);
        return Math.max(0, left * THRESHOLD / (1 + THRESHOLD));
    }

    private boolean isIdle(Claim claim) {
        return messages - claim.last > (long) IDLE * pool;
    }

    /** The peer has this many credits in all now. */
    void hold(Claim claim, int granted) {
        int extra = Math.max(0, granted - everyone);
        if (extra == 0 && claim.extra == 0) {
            return;
        }
        leave(claim);
        if (extra > 0) {
            claim.extra = extra;
            claim.last = messages;
            claimed += extra;
            append(claim);
        }
    }

    private void append(Claim claim) {
        claim.older = newest;
        if (newest == null) {
            oldest = claim;
        } else {
            newest.newer = claim;
        }
        newest = claim;
    }

    /** The peer is gone, or what it holds is lent to others. */
    void leave(Claim claim) {
        if (claim.extra == 0) {
            return;
        }
        claimed -= claim.extra;
        claim.extra = 0;
        if (claim.older == null) {
            oldest = claim.newer;
        } else {
            claim.older.newer = claim.newer;
        }
        if (claim.newer == null) {
            newest = claim.older;
        } else {
            claim.newer.older = claim.older;
        }
        claim.older = null;
        claim.newer = null;
    }
}
