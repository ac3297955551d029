package org.strata.btl.openib.connect;

import org.strata.opal.time.Clock;

/**
 * Why a {@link Connection} has no queue pairs, and since when none could be made. Called inside the
 * rank's progress bracket. Tier 3.
 */
public final class Refusal {
    private final Clock clock;
    private final Connection.Timing timing;
    private String trouble = "";
    private boolean refused;
    private long since;

    public Refusal(Clock clock, Connection.Timing timing) {
        this.clock = clock;
        this.timing = timing;
    }

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
     * None could be made for a connection, which tries again later. Returns whether that has gone
     * on for longer than an answer may take.
     */
    public boolean onRefused(Connection connection, String why) {
        trouble = why;
        long now = clock.nanoTime();
        if (!refused) {
            refused = true;
            since = now;
        }
        connection.backOff(timing.backOffNanos());
        return now - since > timing.timeoutNanos();
    }
}
