package org.strata.btl.openib.connect;

import org.strata.opal.time.Clock;

import java.util.function.LongPredicate;

/**
 * What one end of a lane remembers while its {@link Connection} makes queue pairs and repairs them:
 * the {@link Refusal} of some, and a break that is not handled yet. Called inside the rank's
 * progress bracket. Tier 3.
 */
public final class LaneUpkeep {
    private final Connection connection;
    private final Clock clock;
    private final Refusal refusal;
    private final LongPredicate breaks;
    private String broken;
    private boolean counts;

    /**
     * @param breaks counts a break at a time, in nanoseconds; returns whether there were too many
     */
    public LaneUpkeep(
            Connection connection, Clock clock, Connection.Timing timing, LongPredicate breaks) {
        this.connection = connection;
        this.clock = clock;
        this.refusal = new Refusal(clock, timing);
        this.breaks = breaks;
    }

    /** Returns why it has no queue pairs. */
    public Refusal refusal() {
        return refusal;
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
