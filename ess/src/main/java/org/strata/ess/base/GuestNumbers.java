package org.strata.ess.base;

import org.strata.mca.ess.NumbersDesk;
import org.strata.mca.oob.Oob.OobException;
import org.strata.oob.client.OobClient;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Ranks that another launcher has started leave their numbers with rank 0's control server. */
final class GuestNumbers implements NumbersDesk {
    /** How long a rank that aborts leaves it to rank 0 to end the job. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(3);

    private final OobClient oob;
    private final GuestServer server;

    /** Pairs with GuestNumbers.awaitReport in any thread. */
    private volatile boolean used;

    /**
     * @param server the control server in rank 0, else null
     */
    GuestNumbers(OobClient oob, GuestServer server) {
        this.oob = oob;
        this.server = server;
    }

    @Override
    public void leave(byte[] numbers) {
        used = true;
        try {
            oob.put(GuestServer.NUMBERS, numbers);
        } catch (OobException e) {
            // The job ends: what was left before is what there is.
            assert e != null;
        }
    }

    @Override
    public boolean keeps() {
        return server != null;
    }

    @Override
    public void reportBy(Reporter reporter) {
        server.reportBy(reporter);
    }

    /** Waits as long as rank 0 may need for the report, if there is one; then it ends the job. */
    void awaitReport() {
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (used && System.nanoTime() < end) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
    }
}
