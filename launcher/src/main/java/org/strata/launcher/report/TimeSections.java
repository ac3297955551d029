package org.strata.launcher.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The parts of the page about time: efficiencies, ranks, and who waits for whom. */
final class TimeSections {
    /** Ranks of which a bar is drawn. */
    private static final int BARS = 64;

    private static final int PAIRS = 20;
    private static final double WIDTH = 1000;

    private final JobReport report;
    private final Html page;
    private final List<RankRow> rows;

    TimeSections(JobReport report, Html page) {
        this.report = report;
        this.page = page;
        rows = report.numbers().rows();
    }

    void write() {
        patterns();
        efficiency();
        ranks();
        waits();
    }

    /** Colours are not all: waiting has stripes, transfer has dots. */
    private void patterns() {
        page.open("svg", "width", "0", "height", "0", "aria-hidden", "true", "focusable", "false");
        page.open("defs");
        // A bar is 1,000 wide and drawn on about a third of that: its patterns are made as wide.
        patterns("", null);
        patterns("bar-", "scale(3 1)");
        // The drawing over time is a moment wide for each, and 100 high.
        double moments = report.numbers().activity.moments().size();
        patterns("time-", "scale(" + number(moments / 1000, 4) + " 0.7)");
        page.close(2);
    }

    private void patterns(String prefix, String transform) {
        pattern(prefix + "stripes", "6", transform);
        page.open("path", "class", "stripe", "d", "M0 6L6 0M-1 1L1 -1M5 7L7 5").close(2);
        pattern(prefix + "dots", "5", transform);
        page.open("circle", "class", "dot", "cx", "2.5", "cy", "2.5", "r", "1").close(2);
    }

    private void pattern(String id, String size, String transform) {
        page.open(
                "pattern",
                "id",
                id,
                "width",
                size,
                "height",
                size,
                "patternUnits",
                "userSpaceOnUse",
                "patternTransform",
                transform);
    }

    private void efficiency() {
        Efficiency found = report.efficiency();
        page.element("h2", "Efficiency", "id", "efficiency");
        page.element(
                "p",
                "Parallel efficiency is the product of the three below; 0.8 and more is good."
                        + " Serialisation and transfer are estimates, their product is exact.",
                "class",
                "note");
        page.open("ul", "class", "tree");
        factor(
                "Parallel efficiency",
                found.parallel(),
                "Of the time from MPI.Init to MPI.Finalize, ranks spent "
                        + Amounts.percent(found.useful())
                        + " outside of MPI, "
                        + Amounts.percent(found.waiting())
                        + " waiting for a partner, and "
                        + Amounts.percent(found.moving())
                        + " in MPI otherwise.",
                true);
        String hosts =
                report.header().processors().size() > 1
                        ? " Within hosts "
                                + Amounts.ratio(found.balanceInHosts())
                                + ", between hosts "
                                + Amounts.ratio(found.balanceOfHosts())
                                + "."
                        : "";
        factor(
                "Load balance",
                found.balance(),
                "Mean work of a rank, divided by the most." + hosts,
                false);
        factor(
                "Serialisation",
                found.serialisation(),
                "Low where ranks wait for each other in turn.",
                false);
        factor("Transfer", found.transfer(), "Low where moving data takes long.", false);
        page.close();
    }

    private void factor(String name, double ratio, String says, boolean whole) {
        boolean low = ratio < Verdict.GOOD;
        String kind = whole ? "whole" : "";
        page.open("li", "class", low ? (kind + " low").strip() : whole ? kind : null);
        page.element("b", Amounts.ratio(Math.min(1, ratio))).text(name);
        page.open(
                "svg",
                "class",
                "meter",
                "viewBox",
                "0 0 1000 10",
                "preserveAspectRatio",
                "none",
                "aria-hidden",
                "true");
        rectangle("back", 0, WIDTH, 10);
        rectangle(low ? "waiting" : "useful", 0, WIDTH * Math.clamp(ratio, 0, 1), 10);
        page.close().element("p", says).close();
    }

    private void rectangle(String kind, double from, double width, int height) {
        page.open(
                        "rect",
                        "class",
                        kind,
                        "x",
                        number(from),
                        "width",
                        number(Math.max(0, width)),
                        "height",
                        "" + height)
                .close();
    }

    private static String number(double value, int digits) {
        return Amounts.fixed(value, digits);
    }

    static String number(double value) {
        return Amounts.fixed(value, 1);
    }

    static void key(Html page) {
        page.open("ul", "class", "key");
        keyed(page, "useful", null, "useful: outside of MPI");
        keyed(page, "waiting", "stripes", "waiting: in MPI, until a partner acts");
        keyed(page, "transfer", "dots", "transfer: the rest of MPI");
        page.close();
    }

    private static void keyed(Html page, String kind, String pattern, String text) {
        page.open("li").open("svg", "viewBox", "0 0 20 12", "aria-hidden", "true");
        page.open("rect", "class", kind, "width", "20", "height", "12").close();
        if (pattern != null) {
            String fill = "url(#" + pattern + ")";
            page.open("rect", "fill", fill, "width", "20", "height", "12").close();
        }
        page.close().text(text).close();
    }

    private void ranks() {
        page.element("h2", "Ranks", "id", "ranks");
        List<RankRow> shown = shown();
        String few =
                shown.size() < rows.size()
                        ? " Shown are the "
                                + shown.size()
                                + " that differ most from the others, of "
                                + rows.size()
                                + "."
                        : "";
        page.element(
                "p",
                "How each rank spent its time, and how long the others waited for it." + few,
                "class",
                "note");
        key(page);
        Tables table =
                new Tables(page)
                        .begin(
                                "Ranks by time",
                                true,
                                List.of(
                                        "rank",
                                        "-",
                                        "useful",
                                        "waiting",
                                        "transfer",
                                        "awaited by others",
                                        "-host"));
        double longest = Math.max(1, rows.stream().mapToLong(RankRow::elapsed).max().orElse(1));
        for (RankRow row : shown) {
            String end = row.ended().isEmpty() ? "" : " (" + row.ended() + ")";
            table.row().cell(row.rank() + end, row.rank());
            table.openBar();
            bar(row, longest);
            page.close(2);
            table.cell(Amounts.time((double) row.useful()), (double) row.useful());
            table.cell(Amounts.time((double) row.waiting()), (double) row.waiting());
            table.cell(Amounts.time((double) row.transfer()), (double) row.transfer());
            table.cell(Amounts.time((double) row.caused()), (double) row.caused());
            page.element("td", row.host(), "class", "left");
            table.endRow();
        }
        table.end();
    }

    private void bar(RankRow row, double longest) {
        double useful = WIDTH * row.useful() / longest;
        double waiting = WIDTH * row.waiting() / longest;
        double transfer = WIDTH * row.transfer() / longest;
        rectangle("useful", 0, useful, 16);
        rectangle("waiting", useful, waiting, 16);
        filled("bar-stripes", useful, waiting);
        rectangle("transfer", useful + waiting, transfer, 16);
        filled("bar-dots", useful + waiting, transfer);
    }

    private void filled(String pattern, double from, double width) {
        page.open(
                        "rect",
                        "fill",
                        "url(#" + pattern + ")",
                        "x",
                        number(from),
                        "width",
                        number(Math.max(0, width)),
                        "height",
                        "16")
                .close();
    }

    /** Returns all ranks of a small job; else those with most and with least work. */
    private List<RankRow> shown() {
        if (rows.size() <= BARS) {
            return rows;
        }
        double mean = rows.stream().mapToLong(RankRow::useful).average().orElse(0);
        List<RankRow> extreme = new ArrayList<>(rows);
        extreme.sort(
                Comparator.comparingDouble((RankRow row) -> Math.abs(row.useful() - mean))
                        .reversed());
        return extreme.stream().limit(BARS).sorted(Comparator.comparingInt(RankRow::rank)).toList();
    }

    private void waits() {
        JobNumbers numbers = report.numbers();
        page.element("h2", "Who waits for whom", "id", "waits");
        if (numbers.waits.total() <= 0) {
            page.element("p", "No rank has waited for another for longer than 20 µs.");
            return;
        }
        page.element(
                "p",
                "Time that a rank (at the left) waited in MPI until another one (above) acted:"
                    + " sent, received, or came to a collective. Waits below 20 µs are left out.",
                "class",
                "note");
        page.open("div", "class", "map").open("div");
        new HeatMap(page, numbers.waits, rows.getLast().rank() + 1)
                .draw(
                        "Map of who waits for whom; the table beside it has the longest waits",
                        "w",
                        List.of("rank that waits", "rank that is waited for"),
                        "{from} waits {amount} for {to}",
                        Amounts::time);
        page.open("p", "class", "readout", "aria-live", "polite").close(2);
        page.open("div");
        Tables table =
                new Tables(page).begin("Longest waits", false, List.of("rank", "for rank", "time"));
        numbers.waits.pairs().stream()
                .limit(PAIRS)
                .forEach(pair ->
                        table.row()
                                .cell("" + pair.from())
                                .cell("" + pair.to())
                                .cell(Amounts.time(pair.value()))
                                .endRow());
        table.end();
        if (numbers.waitedForSeveral() > 0) {
            page.element(
                    "p",
                    Amounts.time((double) numbers.waitedForSeveral())
                            + " more for any of several ranks.",
                    "class",
                    "note");
        }
        page.close(2);
    }
}
