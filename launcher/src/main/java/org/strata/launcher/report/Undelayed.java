package org.strata.launcher.report;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * The factors of {@link Efficiency} as they would be at best if every rank had had a core whenever
 * it was ready to run. A rank without a core looks like one with more work, and those that wait for
 * it look like a chain: what is said of a program must hold after the delays are taken away, too.
 *
 * <p>How much of a rank's delay lay outside of MPI is not known, nor whether delays of several
 * ranks came at the same time. So each factor takes what speaks for the program: all of a rank's
 * delay is taken from its work, or from its time in MPI, and all delays of all ranks, as if they
 * had come one after the other, from the job's time.
 *
 * @param known whether the kernel has said how long each rank was delayed
 * @param share of the ranks' time in which they were ready to run and had no core
 * @param balance mean U / max U
 * @param serialisation max U / (T − mean X)
 * @param transfer (T − mean X) / T
 * @param workBalance mean / max of the time on cores, which delays do not change: it shows that a
 *     rank has more work where the other factors cannot; 1 if the rank with most of it is not the
 *     one with most useful time, whose excess might lie in MPI
 * @param wanting how many ranks were on a core or wanted one, on average; the number of ranks if
 *     that is not known
 */
record Undelayed(
        boolean known,
        double share,
        double balance,
        double serialisation,
        double transfer,
        double workBalance,
        double wanting) {

    static Undelayed of(List<RankRow> rows, Efficiency found) {
        if (rows.isEmpty() || rows.stream().anyMatch(row -> row.delayed() < 0)) {
            return new Undelayed(
                    false,
                    0,
                    found.balance(),
                    found.serialisation(),
                    found.transfer(),
                    1,
                    rows.size());
        }
        double most = 0;
        double useful = 0;
        double moving = 0;
        double delayed = 0;
        for (RankRow row : rows) {
            double work = Math.max(0, row.useful() - row.delayed());
            most = Math.max(most, work);
            useful += work;
            moving += Math.max(0, row.transfer() - row.delayed());
            delayed += row.delayed();
        }
        double elapsed = Math.max(1, rows.stream().mapToDouble(RankRow::elapsed).sum());
        double mean = useful / rows.size();
        double rest = found.nanos() * found.transfer() - delayed;
        return new Undelayed(
                true,
                delayed / elapsed,
                most == 0 ? 1 : mean / most,
                rest <= most ? 1 : most / rest,
                1 - moving / rows.size() / Math.max(1, found.nanos()),
                workBalance(rows),
                wanting(rows, found.nanos()));
    }

    private static double workBalance(List<RankRow> rows) {
        RankRow busiest = Collections.max(rows, Comparator.comparingLong(RankRow::useful));
        double mean = rows.stream().mapToLong(RankRow::worked).average().orElse(0);
        boolean known = rows.stream().allMatch(row -> row.worked() >= 0);
        boolean most = rows.stream().allMatch(row -> row.worked() <= busiest.worked());
        return known && most && busiest.worked() > 0 ? mean / busiest.worked() : 1;
    }

    private static double wanting(List<RankRow> rows, double nanos) {
        boolean known = rows.stream().allMatch(row -> row.worked() >= 0);
        double sum = rows.stream().mapToDouble(row -> row.worked() + row.delayed()).sum();
        return known ? sum / Math.max(1, nanos) : rows.size();
    }

    /**
     * Returns whether so few ranks wanted a core at a time that they work in turn, whatever others
     * did. Where all begin a step together and each is delayed by chance, however long, a step
     * lasts as long as the longest of P exponential times, H(P) of their means: P / H(P) ranks want
     * a core on average.
     *
     * @param enough share of that which a program without a fault reaches
     */
    boolean inTurn(int ranks, double enough) {
        return wanting < enough * atOnce(ranks);
    }

    /** Returns P / H(P): how many ranks work at a time where each is delayed by chance. */
    static double atOnce(int ranks) {
        double harmonic = 0;
        for (int i = 1; i <= ranks; i++) {
            harmonic += 1.0 / i;
        }
        return ranks / harmonic;
    }
}
