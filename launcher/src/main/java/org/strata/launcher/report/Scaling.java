package org.strata.launcher.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Runs of one problem on different numbers of ranks (strong scaling), as the POP project compares
 * them: global efficiency = parallel efficiency · computation scaling, and computation scaling = ΣU
 * of the run with fewest ranks / ΣU of this one. It is below 1 where all ranks together compute
 * more than that run's did: work that is repeated, or cores and memories that they share.
 */
final class Scaling {
    private Scaling() {}

    static ReportTable table(List<NamedReport> reports) {
        List<NamedReport> sorted = new ArrayList<>(reports);
        sorted.sort(Comparator.comparingInt(one -> one.report().header().ranks()));
        JobReport least = sorted.getFirst().report();
        double work = work(least);
        List<List<String>> rows = new ArrayList<>();
        for (NamedReport one : sorted) {
            JobReport report = one.report();
            Efficiency found = report.efficiency();
            double computation = work / Math.max(1, work(report));
            double speedup = least.efficiency().nanos() / Math.max(1, found.nanos());
            rows.add(
                    List.of(
                            one.name(),
                            "" + report.header().ranks(),
                            "" + report.header().processors().size(),
                            Amounts.time(found.nanos()),
                            Amounts.ratio(speedup),
                            Amounts.ratio(found.parallel() * computation),
                            Amounts.ratio(found.parallel()),
                            Amounts.ratio(computation),
                            Amounts.ratio(found.balance()),
                            Amounts.ratio(found.serialisation()),
                            Amounts.ratio(found.transfer())));
        }
        return new ReportTable(
                "Scaling; global = parallel x computation, parallel = balance x serialisation x"
                        + " transfer",
                List.of(
                        "run",
                        "ranks",
                        "hosts",
                        "time",
                        "speed-up",
                        "global",
                        "parallel",
                        "computation",
                        "balance",
                        "serialisation",
                        "transfer"),
                rows);
    }

    private static double work(JobReport report) {
        return report.numbers().rows().stream().mapToDouble(RankRow::useful).sum();
    }
}
