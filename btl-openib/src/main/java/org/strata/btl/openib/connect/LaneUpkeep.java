package org.strata.btl.openib.connect;

import org.strata.opal.time.Clock;

import java.util.function.LongPredicate;

/**
 * What one end of a lane remembers while its {@link Connection} makes queue pairs and repairs them:
 * for how long none could be made, why, and a break that is not handled yet. Called inside the
 * rank's progress bracket. Tier 3.
 */
public final class LaneUpkeep {
    private final Connection connection;
    private final Clock clock;
    private final Connection.Timing timing;
    private final LongPredicate breaks;
    private String trouble = "";
    private boolean refused;
    private long refusedSince;
    private String broken;
    private boolean counts;

    /**
     * @param breaks counts a break at a time, in nanoseconds; returns whether there were too many
     */
    public LaneUpkeep(
            Connection connection, Clock clock, Connection.Timing timing, LongPredicate breaks) {
        this.connection = connection;
        this.clock = clock;
        this.timing = timing;
        this.breaks = breaks;
    }

    // ---- queue pairs

    /** Returns why the latest attempt to make or to connect queue pairs failed. */
    public String trouble() {
        return trouble;
    }

    /** An attempt to connect queue pairs has failed. */
    public void trouble(String why) {
        trouble = why;
    }

    /** Queue pairs have been made. */
    public void onGranted() {
        refused = false;
    }

    /**
     * None could be made: the connection tries again later. Returns whether that has gone on for
     * longer than an answer may take.
     */
    public boolean onRefused(String why) {
        trouble = why;
        long now = clock.nanoTime();
        if (!refused) {
            refused = true;
            refusedSince = now;
        }
        connection.backOff(timing.backOffNanos());
        return now - refusedSince > timing.timeoutNanos();
    }

    // ---- breaks

    /**
     * A queue pair is in error.
     *
     * @param involuntary whether it counts against the breaks that a link survives
     * @return whether {@link #service} has to handle it, in the next progress
     */
    public boolean onBreak(String why, boolean involuntary) {
        if (broken != null || connection.state() == ConnectionState.CLOSING) {
            return false;
        }
        broken = why;
        counts = involuntary;
        return true;
    }

    /** Returns whether a break is to be handled. */
    public boolean isBreaking() {
        return broken != null;
    }

    /** A new connection has no break. */
    public void forgetBreak() {
        broken = null;
    }

    /** Handles a break, and what time brings; returns the number of events. */
    public int service() {
        int events = 0;
        if (broken != null) {
            String why = broken;
            broken = null;
            events++;
            if (counts && breaks.test(clock.nanoTime())) {
                connection.fail(why);
            } else {
                connection.onBroken(why);
            }
        }
        return events + connection.poll();
    }

    /**
     * Returns whether it must be served on every poll.
     *
     * @param wanted whether a closed lane has a reason to connect
     */
    public boolean needsService(boolean wanted) {
        return connection.needsService(wanted, broken != null);
    }
}
