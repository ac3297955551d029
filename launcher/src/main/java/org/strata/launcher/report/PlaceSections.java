package org.strata.launcher.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The parts of the page about where the job ran: hosts, memory, JVMs, and how it went over time.
 */
final class PlaceSections {
    private static final int RANKS = 128;
    private static final double HEIGHT = 100;

    private final JobReport report;
    private final JobNumbers numbers;
    private final List<RankRow> rows;
    private final Html page;

    PlaceSections(JobReport report, Html page) {
        this.report = report;
        this.numbers = report.numbers();
        this.rows = numbers.rows();
        this.page = page;
    }

    void write() {
        hosts();
        memory();
        time();
        job();
    }

    private void hosts() {
        page.element("h2", "Hosts", "id", "hosts");
        Map<String, List<RankRow>> byHost = new TreeMap<>();
        rows.forEach(row -> byHost.computeIfAbsent(row.host(), any -> new ArrayList<>()).add(row));
        boolean known = rows.stream().allMatch(row -> row.delayed() >= 0);
        List<String> heads = new ArrayList<>(List.of("host", "ranks", "processors", "mean useful"));
        if (known) {
            heads.add("without a core");
        }
        heads.addAll(List.of("cores taken away", "memory"));
        String delays =
                known
                        ? "; without a core: how long a rank was ready to run and had none, the"
                                + " mean"
                        : "";
        Tables table =
                new Tables(page)
                        .begin(
                                "Hosts; cores taken away: how often the kernel gave a rank's core"
                                        + " to another process"
                                        + delays,
                                true,
                                heads);
        byHost.forEach((host, ranks) -> {
            int processors = report.header().processors().getOrDefault(host, 0);
            double useful = ranks.stream().mapToLong(RankRow::useful).average().orElse(0);
            double forced = ranks.stream().mapToLong(RankRow::forced).sum();
            double memory = ranks.stream().mapToLong(RankRow::memory).sum();
            table.row().cell(host).cell("" + ranks.size(), ranks.size());
            table.cell(processors == 0 ? "" : "" + processors, processors);
            table.cell(Amounts.time(useful), useful);
            if (known) {
                double delayed = ranks.stream().mapToLong(RankRow::delayed).average().orElse(0);
                table.cell(Amounts.time(delayed), delayed);
            }
            table.cell(Amounts.count(forced), forced);
            table.cell(Amounts.bytes(memory), memory).endRow();
        });
        table.end();
    }

    private void memory() {
        page.element("h2", "Memory and JVM", "id", "memory");
        Tables table =
                new Tables(page)
                        .begin(
                                "Memory is the most that was resident; compilers work beside the"
                                        + " program, if there is a core",
                                true,
                                List.of(
                                        "rank",
                                        "memory",
                                        "heap",
                                        "collections",
                                        "compilers",
                                        "unexpected messages",
                                        "-processors"));
        for (RankRow row : rows.subList(0, Math.min(RANKS, rows.size()))) {
            table.row().cell("" + row.rank(), row.rank());
            table.cell(Amounts.bytes((double) row.memory()), (double) row.memory());
            table.cell(Amounts.bytes((double) row.heap()), (double) row.heap());
            table.cell(Amounts.time((double) row.collecting()), (double) row.collecting());
            table.cell(Amounts.time((double) row.compiling()), (double) row.compiling());
            table.cell(Amounts.count((double) row.unexpected()), (double) row.unexpected());
            page.element("td", row.cpus(), "class", "left");
            table.endRow();
        }
        table.end();
    }

    private void time() {
        page.element("h2", "Over time", "id", "time");
        List<ActivitySum.Moment> moments = numbers.activity.moments();
        if (moments.size() < 3) {
            page.element("p", "The job was too short to show it over time.");
            return;
        }
        page.element(
                "p",
                "Shares of all ranks' time, in steps of "
                        + Amounts.time(numbers.activity.width())
                        + ".",
                "class",
                "note");
        TimeSections.key(page);
        page.open("div", "class", "time").open("div", "class", "share", "aria-hidden", "true");
        page.element("span", "100 %").element("span", "0").close();
        page.open(
                "svg",
                "viewBox",
                "0 0 " + moments.size() + " 100",
                "preserveAspectRatio",
                "none",
                "role",
                "img",
                "aria-label",
                "Useful work, waiting and transfer over time");
        area("transfer", "dots", moments, 1, 2);
        area("waiting", "stripes", moments, 2, 3);
        area("useful", null, moments, 3, 4);
        page.close();
        page.open("div", "class", "axis").element("span", "0 s");
        page.element("span", Amounts.time(report.efficiency().nanos())).close(2);
        timeTable(moments);
    }

    /** The same in words, for those who do not see the drawing. */
    private void timeTable(List<ActivitySum.Moment> moments) {
        page.open("details").element("summary", "The same as a table");
        Tables table =
                new Tables(page)
                        .begin(
                                "Shares of all ranks' time",
                                true,
                                List.of("from", "useful", "waiting", "transfer"));
        for (ActivitySum.Moment moment : moments) {
            table.row().cell(Amounts.time(moment.from()), moment.from());
            table.cell(Amounts.percent(moment.useful()), moment.useful());
            table.cell(Amounts.percent(moment.waiting()), moment.waiting());
            table.cell(Amounts.percent(moment.transfer()), moment.transfer()).endRow();
        }
        table.end();
        page.close();
    }

    /** Draws a layer between two heights: 1 is the top, 2 is below transfer, 3 below waiting. */
    private void area(
            String kind, String pattern, List<ActivitySum.Moment> moments, int upper, int lower) {
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < moments.size(); i++) {
            double top = height(moments.get(i), upper);
            double bottom = height(moments.get(i), lower);
            if (bottom > top) {
                path.append('M').append(i).append(' ').append(Amounts.fixed(top, 1));
                path.append("h1.02v").append(Amounts.fixed(bottom - top, 1)).append("h-1.02z");
            }
        }
        page.open("path", "class", kind, "d", path.toString()).close();
        if (pattern != null) {
            page.open("path", "fill", "url(#time-" + pattern + ")", "d", path.toString()).close();
        }
    }

    private static double height(ActivitySum.Moment moment, int level) {
        return switch (level) {
            case 1 -> 0;
            case 2 -> HEIGHT * moment.transfer();
            case 3 -> HEIGHT * (moment.transfer() + moment.waiting());
            default -> HEIGHT;
        };
    }

    private void job() {
        JobHeader header = report.header();
        page.element("h2", "The job", "id", "job");
        page.open("p").text("Command: ").element("code", header.command()).close();
        if (header.parameters().isEmpty()) {
            page.element("p", "Every parameter has its default.");
        } else {
            page.element("p", "Parameters that differ from their defaults:");
            page.open("ul", "class", "plain");
            header.parameters().forEach(line -> page.open("li").element("code", line).close());
            page.close();
        }
        page.open("details").element("summary", "Counters of the components, sums of all ranks");
        Tables table = new Tables(page).begin("Counters", true, List.of("counter", "sum"));
        numbers.values()
                .forEach((name, value) -> table.row().cell(name).cell("" + value, value).endRow());
        table.end();
        page.close();
    }
}
