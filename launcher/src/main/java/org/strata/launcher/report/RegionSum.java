package org.strata.launcher.report;

import org.strata.opal.report.RegionValue;

import java.util.Map;

/**
 * A region that the program has named, in all ranks; times in nanoseconds.
 *
 * @param ranks that have run it
 * @param times how often they have, in all
 * @param elapsed in it
 * @param mpi of that in calls of MPI
 * @param waiting of that before the partner acted
 * @param most useful time that a rank has had in it
 * @param busiest that rank
 */
record RegionSum(
        String name,
        int ranks,
        long times,
        long elapsed,
        long mpi,
        long waiting,
        long most,
        int busiest) {
    static RegionSum of(String name, int rank, Map<RegionValue, Long> parts) {
        long elapsed = parts.getOrDefault(RegionValue.ELAPSED, 0L);
        long mpi = parts.getOrDefault(RegionValue.MPI, 0L);
        return new RegionSum(
                name,
                1,
                parts.getOrDefault(RegionValue.TIMES, 0L),
                elapsed,
                mpi,
                parts.getOrDefault(RegionValue.WAITING, 0L),
                Math.max(0, elapsed - mpi),
                rank);
    }

    RegionSum plus(RegionSum other) {
        boolean more = other.most > most;
        return new RegionSum(
                name,
                ranks + other.ranks,
                times + other.times,
                elapsed + other.elapsed,
                mpi + other.mpi,
                waiting + other.waiting,
                more ? other.most : most,
                more ? other.busiest : busiest);
    }

    /** Returns the mean useful time, divided by the most. */
    double balance() {
        return most == 0 ? 1 : Math.min(1, (double) (elapsed - mpi) / ranks / most);
    }

    /** Returns the part of its time that was spent outside of MPI. */
    double useful() {
        return elapsed == 0 ? 1 : (double) Math.max(0, elapsed - mpi) / elapsed;
    }

    /** Returns the part of its time that ranks waited. */
    double waits() {
        return elapsed == 0 ? 0 : (double) waiting / elapsed;
    }
}
