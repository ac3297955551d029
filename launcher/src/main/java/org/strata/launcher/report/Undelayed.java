package org.strata.launcher.report;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

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
 * <p>Where the kernel does not count delays, a rank's clocks tell how long it was off its core
 * although it did not wait in MPI: it had none, or the program itself slept or read files. If that
 * is little, there were cores enough, and it is taken for the delays. Else the ranks may have
 * waited for a core after each wait, too, which nobody has counted: everything that was not spent
 * on a core is taken for delays then, and only what was spent there can be compared.
 *
 * @param evidence what is known of the delays
 * @param share of the ranks' time in which they were ready to run and had no core; if that is not
 *     counted, in which they were off their cores and did not wait in MPI
 * @param balance mean U / max U
 * @param serialisation max U / (T − mean X), if as many delays lay in MPI as can have
 * @param transfer (T − mean X) / T
 * @param workBalance mean / max of the time on cores, which delays do not change: it shows that a
 *     rank has more work where the other factors cannot; 1 if the rank with most of it is not the
 *     one with most useful time, whose excess might lie in MPI
 * @param wanting how many ranks were on a core or wanted one, on average; the number of ranks if
 *     that is not known
 */
record Undelayed(
        Evidence evidence,
        double share,
        double balance,
        double serialisation,
        double transfer,
        double workBalance,
        double wanting) {

    /** Share of the ranks' time off their cores below which they had cores enough. */
    private static final double ENOUGH_CORES = 0.05;

    /** What is known of the time that ranks had no core. */
    enum Evidence {
        /** The kernel has counted it. */
        COUNTED,
        /** The ranks' clocks say that it was little. */
        CLOCKS,
        /** The ranks' clocks say that it may have been much. */
        HIDDEN,
        /** Nothing. */
        NONE
    }

    static Undelayed of(List<RankRow> rows, Efficiency found) {
        if (!rows.isEmpty() && rows.stream().allMatch(row -> row.delayed() >= 0)) {
            return by(Evidence.COUNTED, rows, found, RankRow::delayed);
        }
        if (rows.isEmpty() || rows.stream().anyMatch(row -> row.offCore() < 0)) {
            return new Undelayed(
                    Evidence.NONE,
                    0,
                    found.balance(),
                    found.serialisation(),
                    found.transfer(),
                    1,
                    rows.size());
        }
        Undelayed close = by(Evidence.CLOCKS, rows, found, RankRow::offCore);
        if (close.share < ENOUGH_CORES) {
            return close;
        }
        Undelayed bound = by(Evidence.HIDDEN, rows, found, row -> row.elapsed() - row.worked());
        return new Undelayed(
                Evidence.HIDDEN,
                close.share,
                1,
                bound.serialisation,
                bound.transfer,
                bound.workBalance,
                rows.size());
    }

    private static Undelayed by(
            Evidence evidence,
            List<RankRow> rows,
            Efficiency found,
            ToDoubleFunction<RankRow> delay) {
        double most = 0;
        double longest = 0;
        double useful = 0;
        double moving = 0;
        double delayed = 0;
        for (RankRow row : rows) {
            double own = Math.max(0, delay.applyAsDouble(row));
            double work = Math.max(0, row.useful() - own);
            most = Math.max(most, work);
            // No more than was on a core is work; the delays may have lain in MPI.
            long worked = Math.min(row.useful(), row.worked());
            longest = Math.max(longest, row.worked() < 0 ? work : Math.max(work, (double) worked));
            useful += work;
            moving += Math.max(0, row.transfer() - own);
            delayed += own;
        }
        double elapsed = Math.max(1, rows.stream().mapToDouble(RankRow::elapsed).sum());
        double mean = useful / rows.size();
        double rest = found.nanos() * found.transfer() - delayed;
        return new Undelayed(
                evidence,
                delayed / elapsed,
                most == 0 ? 1 : mean / most,
                rest <= longest ? 1 : longest / rest,
                1 - moving / rows.size() / Math.max(1, found.nanos()),
                workBalance(rows),
                wanting(rows, delayed, found.nanos()));
    }

    /** Returns whether there is a number for what each rank was delayed. */
    boolean known() {
        return evidence != Evidence.NONE;
    }

    /** Returns whether delays may be the reason of everything that looks like a fault. */
    boolean hidden() {
        return evidence == Evidence.HIDDEN;
    }

    private static double workBalance(List<RankRow> rows) {
        RankRow busiest = Collections.max(rows, Comparator.comparingLong(RankRow::useful));
        double mean = rows.stream().mapToLong(RankRow::worked).average().orElse(0);
        boolean known = rows.stream().allMatch(row -> row.worked() >= 0);
        boolean most = rows.stream().allMatch(row -> row.worked() <= busiest.worked());
        return known && most && busiest.worked() > 0 ? mean / busiest.worked() : 1;
    }

    /** Long delays that are rare come one at a time, too: where they prevail it cannot be told. */
    private static double wanting(List<RankRow> rows, double delayed, double nanos) {
        boolean known = rows.stream().allMatch(row -> row.worked() >= 0);
        double worked = rows.stream().mapToDouble(RankRow::worked).sum();
        return known && worked >= delayed ? (worked + delayed) / Math.max(1, nanos) : rows.size();
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
