package org.strata.oob;

import org.strata.mca.ess.RankReport;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** The reports that ranks send in answer to one inquiry. Thread-safe. */
final class ReportCollector {
    private final Map<Integer, RankReport> reports = new TreeMap<>();
    private int missing = Integer.MAX_VALUE;

    /** Sets how many ranks were asked. */
    synchronized void expect(int count) {
        missing = count - reports.size();
        notifyAll();
    }

    synchronized void add(int rank, RankReport report) {
        if (reports.put(rank, report) == null) {
            missing--;
            notifyAll();
        }
    }

    /** Returns the reports by rank: all, or those that have arrived when the time is up. */
    synchronized Map<Integer, RankReport> await(long timeoutMillis) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
        long left = timeoutMillis;
        while (missing > 0 && left > 0) {
            wait(left);
            left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        }
        return new TreeMap<>(reports);
    }
}
