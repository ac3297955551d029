package org.strata.mca.base;

import org.strata.mca.oob.Oob;
import org.strata.mca.oob.Oob.OobException;

import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Tells a rank in MPI.Finalize that waits for the receivers of its messages when that is hopeless:
 * every rank has come to MPI.Finalize, so no receive can be posted any more, and what was already
 * posted has had its time. Without it a message that nobody receives would keep the job for ever.
 */
final class Departure implements BooleanSupplier {
    private static final String KEY = "mpi.finalize";

    /** Nearly every wait is over by then, and nobody needs to be asked. */
    private static final Duration USUAL = Duration.ofSeconds(1);

    /** For messages that were matched, but are still on their way when the last rank comes. */
    private static final Duration GRACE = Duration.ofSeconds(2);

    private static final Duration LONG = Duration.ofDays(365);

    private final Oob oob;
    private final int ranks;
    private final Runnable wake;
    private boolean asking;
    private volatile boolean over;
    private volatile boolean hopeless;

    /**
     * Says to the others that this rank has come to MPI.Finalize.
     *
     * @param ranks how many there are in the job
     * @param wake wakes the waiting thread up
     */
    Departure(Oob oob, int ranks, Runnable wake) {
        this.oob = oob;
        this.ranks = ranks;
        this.wake = wake;
        oob.put(KEY, new byte[0]);
    }

    /** Returns whether to stop waiting. */
    @Override
    public boolean getAsBoolean() {
        if (!asking) {
            asking = true;
            Thread.ofPlatform().daemon().name("strata-departure").start(this::ask);
        }
        return hopeless;
    }

    /** The wait is over. */
    void end() {
        over = true;
    }

    private void ask() {
        try {
            rest(USUAL);
            for (int rank = 0; rank < ranks && !over; rank++) {
                oob.get(rank, KEY, LONG.toMillis());
            }
            rest(GRACE);
            hopeless = true;
            wake.run();
        } catch (OobException | TimeoutException e) {
            // The job is being ended, and this wait with it.
            return;
        }
    }

    private void rest(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0 && !over; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
