package mpi;

import org.strata.opal.report.RankNumbers.Activity;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/** What a rank did over time, in equal intervals; when they are used up, two become one. */
final class ActivityLog {
    private static final int INTERVALS = 128;

    private final Observation observation;
    private final long[] mpi = new long[INTERVALS];
    private final long[] waiting = new long[INTERVALS];
    private final long began;
    private long width = TimeUnit.MILLISECONDS.toNanos(100);
    private long mpiBefore;
    private long waitingBefore;
    private int used;

    ActivityLog(Observation observation, long began) {
        this.observation = observation;
        this.began = began;
    }

    /** Returns the nanoseconds of an interval. */
    synchronized long width() {
        return width;
    }

    /** Adds what has happened since the last call, to the interval of now. */
    synchronized void advance(long now) {
        long at = (now - began) / width;
        while (at >= INTERVALS) {
            halve();
            at = (now - began) / width;
        }
        Observation.Sums sums = observation.sums();
        int index = (int) at;
        // A sum is an estimate, which may become less.
        mpi[index] += Math.max(0, sums.mpi() - mpiBefore);
        waiting[index] += Math.max(0, sums.waiting() - waitingBefore);
        mpiBefore = Math.max(mpiBefore, sums.mpi());
        waitingBefore = Math.max(waitingBefore, sums.waiting());
        used = Math.max(used, index + 1);
    }

    private void halve() {
        for (int i = 0; i < INTERVALS / 2; i++) {
            mpi[i] = mpi[2 * i] + mpi[2 * i + 1];
            waiting[i] = waiting[2 * i] + waiting[2 * i + 1];
        }
        Arrays.fill(mpi, INTERVALS / 2, INTERVALS, 0);
        Arrays.fill(waiting, INTERVALS / 2, INTERVALS, 0);
        width *= 2;
        used = (used + 1) / 2;
    }

    synchronized Activity read() {
        return new Activity(width, Arrays.copyOf(mpi, used), Arrays.copyOf(waiting, used));
    }
}
