package org.strata.launcher.report;

import org.strata.opal.report.RankNumbers.Activity;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What all ranks did over time: sums in intervals as wide as the widest of a rank's. */
final class ActivitySum {
    /** What a file had; null if ranks are added. */
    private List<Moment> kept;

    private long width;
    private double[] mpi = {};
    private double[] waiting = {};
    private double[] present = {};

    /**
     * Shares of the ranks' time.
     *
     * @param from nanoseconds since MPI.Init
     * @param useful outside of MPI
     * @param waiting in MPI until a partner acted
     * @param transfer in MPI otherwise
     */
    record Moment(double from, double useful, double waiting, double transfer) {}

    /** Adds a rank, that has run for so long. Widths are equal but for factors of two. */
    void add(Activity rank, long elapsed) {
        if (rank.width() <= 0 || rank.mpi().length == 0) {
            return;
        }
        while (width != 0 && width < rank.width()) {
            mpi = halved(mpi);
            waiting = halved(waiting);
            present = halved(present);
            width *= 2;
        }
        width = width == 0 ? rank.width() : width;
        int factor = (int) Math.max(1, width / rank.width());
        int needed = (rank.mpi().length + factor - 1) / factor;
        mpi = grown(mpi, needed);
        waiting = grown(waiting, needed);
        present = grown(present, needed);
        for (int i = 0; i < rank.mpi().length; i++) {
            mpi[i / factor] += rank.mpi()[i];
            waiting[i / factor] += rank.waiting()[i];
            double time = Math.min((double) rank.width(), elapsed - i * (double) rank.width());
            present[i / factor] += Math.max(0, time);
        }
    }

    /** Takes moments that have been added up before; their width is the distance of the first. */
    void restore(List<Moment> moments) {
        kept = List.copyOf(moments);
        width =
                moments.size() < 2
                        ? 1
                        : Math.max(1, Math.round(moments.get(1).from() - moments.get(0).from()));
    }

    private static double[] halved(double[] values) {
        double[] half = new double[(values.length + 1) / 2];
        for (int i = 0; i < values.length; i++) {
            half[i / 2] += values[i];
        }
        return half;
    }

    private static double[] grown(double[] values, int length) {
        return values.length >= length ? values : Arrays.copyOf(values, length);
    }

    /** Returns the shares over time; empty if nothing is known. */
    List<Moment> moments() {
        if (kept != null) {
            return kept;
        }
        List<Moment> all = new ArrayList<>();
        for (int i = 0; i < present.length; i++) {
            if (present[i] > 0) {
                double inMpi = Math.min(1, mpi[i] / present[i]);
                double waits = Math.min(inMpi, waiting[i] / present[i]);
                all.add(new Moment(i * (double) width, 1 - inMpi, waits, inMpi - waits));
            }
        }
        return all;
    }

    /** Returns the nanoseconds of an interval. */
    double width() {
        return width;
    }
}
