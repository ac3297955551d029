package org.strata.launcher.report;

import org.strata.launcher.report.JobNumbers.CallSum;
import org.strata.launcher.report.JobNumbers.SiteSum;
import org.strata.launcher.report.JobNumbers.Traffic;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The report as at most 20 lines of text. */
final class SummaryText {
    private static final int CALLS = 4;
    private static final int LEAST_WIDTH = 16;

    /** Regions of the program that are shown. */
    private static final int REGIONS = 3;

    private SummaryText() {}

    static List<String> lines(JobReport report) {
        JobNumbers numbers = report.numbers();
        Efficiency found = report.efficiency();
        List<RankRow> rows = numbers.rows();
        List<String> lines = new ArrayList<>();
        lines.add(report.title());
        if (rows.isEmpty()) {
            lines.add("  no rank has left numbers");
            report.missing().forEach(line -> lines.add("  missing: " + line));
            return lines;
        }
        double ranks = rows.size();
        double collecting = rows.stream().mapToDouble(RankRow::collecting).sum() / ranks;
        double compiling = rows.stream().mapToDouble(RankRow::compiling).sum() / ranks;
        lines.add(
                "  useful "
                        + Amounts.percent(found.useful())
                        + "   waiting "
                        + Amounts.percent(found.waiting())
                        + "   transfer "
                        + Amounts.percent(found.moving())
                        + "   JVM per rank: collections "
                        + Amounts.time(collecting)
                        + ", compilers "
                        + Amounts.time(compiling));
        lines.add(
                "  parallel efficiency "
                        + Amounts.ratio(found.parallel())
                        + " = load balance "
                        + Amounts.ratio(found.balance())
                        + " x serialisation "
                        + Amounts.ratio(found.serialisation())
                        + " x transfer "
                        + Amounts.ratio(found.transfer())
                        + " (the last two estimated)");
        for (Verdict.Finding one : report.verdict()) {
            lines.add("  -> " + one.what() + (one.advice().isEmpty() ? "" : " " + one.advice()));
        }
        awaited(rows).ifPresent(row -> lines.add(culprit(row, numbers)));
        calls(numbers, rows.size(), lines);
        numbers.regions().stream().limit(REGIONS).map(SummaryText::region).forEach(lines::add);
        lines.add(links(numbers));
        lines.add(memory(rows));
        report.missing().forEach(line -> lines.add("  missing: " + line));
        lines.add("  cost of the report: " + cost(report) + " (own clock)");
        return lines;
    }

    /** Returns what measuring has cost: in a short job, the files of the ranks above all. */
    static String cost(JobReport report) {
        double share = report.numbers().cost();
        double nanos = share * report.efficiency().nanos();
        return Amounts.percent(share) + ", " + Amounts.time(nanos) + " per rank";
    }

    private static Optional<RankRow> awaited(List<RankRow> rows) {
        return rows.stream()
                .max(Comparator.comparingLong(row -> row.caused() - row.waiting()))
                .filter(row -> row.caused() > row.elapsed() / 100);
    }

    private static String culprit(RankRow row, JobNumbers numbers) {
        String place =
                numbers.sites().stream()
                        .filter(site -> site.byPeer().containsKey(row.rank()))
                        .max(
                                Comparator.comparingDouble(
                                        (SiteSum site) -> site.byPeer().get(row.rank())))
                        .map(site -> ", mostly in " + site.text())
                        .orElse("");
        return "  rank "
                + row.rank()
                + " is waited for most: "
                + Amounts.time((double) row.caused())
                + place
                + "; it waits "
                + Amounts.time((double) row.waiting())
                + " itself";
    }

    private static void calls(JobNumbers numbers, int ranks, List<String> lines) {
        List<CallSum> calls = numbers.calls();
        if (calls.isEmpty()) {
            return;
        }
        List<CallSum> shown = calls.subList(0, Math.min(CALLS, calls.size()));
        int width = shown.stream().mapToInt(call -> call.name().length()).max().orElse(0);
        width = Math.max(width, LEAST_WIDTH);
        lines.add(row(width, "call", "calls", "bytes", "time/rank", "waiting", "most at"));
        Map<String, String> places = new HashMap<>();
        numbers.sites().forEach(site -> places.putIfAbsent(site.call(), site.place()));
        for (CallSum call : shown) {
            double waiting = call.time() == 0 ? 0 : call.waiting() / call.time();
            String error = call.error() < 0.005 ? "" : " +-" + Amounts.percent(call.error());
            lines.add(
                    row(
                            width,
                            call.name(),
                            Amounts.count((double) call.calls()),
                            call.bytes() == 0 ? "" : Amounts.bytes((double) call.bytes()),
                            Amounts.time(call.time() / ranks) + error,
                            Amounts.percent(Math.min(1, waiting)),
                            places.getOrDefault(call.name(), "")));
        }
    }

    private static String region(RegionSum region) {
        String imbalance =
                region.ranks() > 1 && region.balance() < Verdict.GOOD
                        ? "; most work in rank "
                                + region.busiest()
                                + ", "
                                + Amounts.ratio(1 / region.balance())
                                + " times the mean"
                        : "";
        return "  region "
                + region.name()
                + ": "
                + Amounts.time((double) region.elapsed() / region.ranks())
                + " per rank, useful "
                + Amounts.percent(region.useful())
                + ", waiting "
                + Amounts.percent(region.waits())
                + imbalance;
    }

    private static String row(int width, String... cells) {
        String pattern = "  %-" + width + "s %8s %8s  %-14s %-8s %s";
        String line = String.format(Locale.ROOT, pattern, (Object[]) cells);
        return line.stripTrailing();
    }

    private static String links(JobNumbers numbers) {
        Traffic all = numbers.sent();
        String shares =
                numbers.links().stream()
                        .limit(4)
                        .map(one ->
                                Verdict.named(one.getKey())
                                        + " "
                                        + Amounts.percent(
                                                all.bytes() == 0
                                                        ? 0
                                                        : (double) one.getValue().bytes()
                                                                / all.bytes()))
                        .collect(Collectors.joining(", "));
        return "  sent "
                + Amounts.bytes((double) all.bytes())
                + " in "
                + Amounts.count((double) all.messages())
                + (all.messages() == 1 ? " message" : " messages")
                + (shares.isEmpty() ? "" : ": " + shares);
    }

    private static String memory(List<RankRow> rows) {
        RankRow most = rows.stream().max(Comparator.comparingLong(RankRow::memory)).orElseThrow();
        return "  memory: "
                + Amounts.bytes((double) most.memory())
                + " at most (rank "
                + most.rank()
                + ")";
    }
}
