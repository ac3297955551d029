package org.strata.launcher.report;

import org.strata.launcher.report.JobNumbers.CallSum;
import org.strata.launcher.report.JobNumbers.SiteSum;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;

/** Two runs beside each other: what has changed, and where. */
final class Comparison {
    private static final int ROWS = 12;

    private final NamedReport first;
    private final NamedReport second;

    Comparison(NamedReport first, NamedReport second) {
        this.first = first;
        this.second = second;
    }

    List<ReportTable> tables() {
        return List.of(whole(), calls(), waits());
    }

    private List<String> heads(String what) {
        return List.of(what, first.name(), second.name(), "change");
    }

    private ReportTable whole() {
        List<List<String>> rows = new ArrayList<>();
        rows.add(
                List.of(
                        "ranks",
                        "" + first.report().header().ranks(),
                        "" + second.report().header().ranks(),
                        ""));
        amount(rows, "time", one -> one.efficiency().nanos(), Amounts::time);
        share(rows, "useful", one -> one.efficiency().useful());
        share(rows, "waiting", one -> one.efficiency().waiting());
        share(rows, "transfer", one -> one.efficiency().moving());
        ratio(rows, "parallel efficiency", one -> one.efficiency().parallel());
        ratio(rows, "load balance", one -> one.efficiency().balance());
        ratio(rows, "serialisation", one -> one.efficiency().serialisation());
        ratio(rows, "transfer efficiency", one -> one.efficiency().transfer());
        amount(rows, "messages", one -> one.numbers().sent().messages(), Amounts::count);
        amount(rows, "bytes sent", one -> one.numbers().sent().bytes(), Amounts::bytes);
        amount(rows, "most memory of a rank", Comparison::memory, Amounts::bytes);
        return new ReportTable("Whole jobs", heads(""), rows);
    }

    private static double memory(JobReport report) {
        return report.numbers().rows().stream().mapToDouble(RankRow::memory).max().orElse(0);
    }

    private void amount(
            List<List<String>> rows,
            String name,
            ToDoubleFunction<JobReport> value,
            DoubleFunction<String> writes) {
        double before = value.applyAsDouble(first.report());
        double after = value.applyAsDouble(second.report());
        String change = before == 0 ? "" : signed("%+.0f %%", 100 * (after / before - 1));
        rows.add(List.of(name, writes.apply(before), writes.apply(after), change));
    }

    private void share(List<List<String>> rows, String name, ToDoubleFunction<JobReport> value) {
        double before = value.applyAsDouble(first.report());
        double after = value.applyAsDouble(second.report());
        String change = signed("%+.0f points", 100 * (after - before));
        rows.add(List.of(name, Amounts.percent(before), Amounts.percent(after), change));
    }

    private void ratio(List<List<String>> rows, String name, ToDoubleFunction<JobReport> value) {
        double before = value.applyAsDouble(first.report());
        double after = value.applyAsDouble(second.report());
        String change = signed("%+.2f", after - before);
        rows.add(List.of(name, Amounts.ratio(before), Amounts.ratio(after), change));
    }

    private static String signed(String pattern, double value) {
        return String.format(Locale.ROOT, pattern, value);
    }

    private ReportTable calls() {
        return changes(
                "Time in MPI functions, per rank",
                "function",
                times(first.report(), report -> callTimes(report.numbers())),
                times(second.report(), report -> callTimes(report.numbers())));
    }

    private ReportTable waits() {
        return changes(
                "Waiting at lines of the program, per rank",
                "line",
                times(first.report(), report -> siteTimes(report.numbers())),
                times(second.report(), report -> siteTimes(report.numbers())));
    }

    /** Times of one kind by name, all ranks together. */
    private interface Times {
        Map<String, Double> of(JobReport report);
    }

    private static Map<String, Double> times(JobReport report, Times all) {
        double ranks = Math.max(1, report.numbers().rows().size());
        Map<String, Double> times = all.of(report);
        times.replaceAll((name, nanos) -> nanos / ranks);
        return times;
    }

    private static Map<String, Double> callTimes(JobNumbers numbers) {
        Map<String, Double> times = new HashMap<>();
        for (CallSum call : numbers.calls()) {
            times.merge(call.name(), call.time(), Double::sum);
        }
        return times;
    }

    private static Map<String, Double> siteTimes(JobNumbers numbers) {
        Map<String, Double> times = new HashMap<>();
        for (SiteSum site : numbers.sites()) {
            times.merge(site.text(), site.waiting(), Double::sum);
        }
        return times;
    }

    /** Those that have changed most come first. */
    private ReportTable changes(
            String caption, String what, Map<String, Double> before, Map<String, Double> after) {
        TreeSet<String> names = new TreeSet<>(before.keySet());
        names.addAll(after.keySet());
        List<List<String>> rows =
                names.stream()
                        .sorted(
                                Comparator.comparingDouble(
                                        name -> -Math.abs(change(name, before, after))))
                        .limit(ROWS)
                        .map(name -> {
                            double change = change(name, before, after);
                            return List.of(
                                    name,
                                    Amounts.time(before.getOrDefault(name, 0.0)),
                                    Amounts.time(after.getOrDefault(name, 0.0)),
                                    (change < 0 ? "-" : "+") + Amounts.time(Math.abs(change)));
                        })
                        .toList();
        return new ReportTable(caption, heads(what), rows);
    }

    private static double change(
            String name, Map<String, Double> before, Map<String, Double> after) {
        return after.getOrDefault(name, 0.0) - before.getOrDefault(name, 0.0);
    }
}
