package org.strata.mca.base;

import org.strata.mca.oob.Oob;
import org.strata.mca.oob.Oob.OobException;

import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Ends the wait of a rank in MPI.Finalize for the receivers of its messages. Once every rank is in
 * MPI.Finalize no receive can be posted any more; after a grace period for the receives posted
 * before, a message without a receiver will never be received, and the job would wait for ever.
 */
final class FinalizeWatch implements BooleanSupplier {
    private static final String KEY = "mpi.finalize";

    /** Delay before the other ranks are asked: nearly every wait ends earlier. */
    private static final Duration USUAL = Duration.ofSeconds(1);

    /**
     * Grace period for messages that were matched, but are under way when the last rank arrives.
     */
    private static final Duration GRACE = Duration.ofSeconds(2);

    private static final Duration LONG = Duration.ofDays(365);

    private final Oob oob;
    private final int first;
    private final int ranks;
    private final Runnable wake;
    private boolean started;

    /** Pairs with FinalizeWatch.watch: stored by end. */
    private volatile boolean over;

    /** Pairs with its reader, the wait that FinalizeWatch.watch wakes. */
    private volatile boolean hopeless;

    /**
     * Publishes that this rank is in MPI.Finalize.
     *
     * @param first number of the first process of this rank's world
     * @param ranks number of ranks in the world
     * @param wake wakes the waiting thread
     */
    FinalizeWatch(Oob oob, int first, int ranks, Runnable wake) {
        this.oob = oob;
        this.first = first;
        this.ranks = ranks;
        this.wake = wake;
        oob.put(KEY, new byte[0]);
    }

    /** Returns whether to stop waiting. */
    @Override
    public boolean getAsBoolean() {
        if (!started) {
            started = true;
            Thread.ofPlatform().daemon().name("strata-departure").start(this::watch);
        }
        return hopeless;
    }

    /** Ends the watch: the wait is over. */
    void end() {
        over = true;
    }

    private void watch() {
        try {
            pause(USUAL);
            for (int rank = 0; rank < ranks && !over; rank++) {
                oob.get(first + rank, KEY, LONG.toMillis());
            }
            pause(GRACE);
            hopeless = true;
            wake.run();
        } catch (OobException | TimeoutException e) {
            // The job aborts, and the wait with it.
            return;
        }
    }

    private void pause(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0 && !over; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
