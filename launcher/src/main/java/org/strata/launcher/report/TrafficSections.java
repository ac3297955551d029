package org.strata.launcher.report;

import org.strata.launcher.report.JobNumbers.CallSum;
import org.strata.launcher.report.JobNumbers.SiteSum;
import org.strata.opal.report.RankNumbers.Comm;
import org.strata.opal.report.RankNumbers.Size;

import java.util.List;

/** The parts of the page about messages: pairs, calls and their lines, sizes, links. */
final class TrafficSections {
    private static final int ROWS = 20;

    private final JobNumbers numbers;
    private final Html page;

    TrafficSections(JobReport report, Html page) {
        this.numbers = report.numbers();
        this.page = page;
    }

    void write() {
        traffic();
        calls();
        sizes();
        links();
    }

    private void traffic() {
        page.element("h2", "What talks to what", "id", "traffic");
        if (numbers.messages.total() <= 0) {
            page.element("p", "No message was sent.");
            return;
        }
        page.element(
                "p",
                "Bytes that a rank (at the left) has sent to another one (above): "
                        + Amounts.bytes((double) numbers.sent().bytes())
                        + " in "
                        + Amounts.count((double) numbers.sent().messages())
                        + " messages, those of collectives among them. Collectives over shared"
                        + " memory send no messages."
                        + programs(),
                "class",
                "note");
        Grid shown = numbers.bytes.total() > 0 ? numbers.bytes : numbers.messages;
        boolean bytes = shown == numbers.bytes;
        page.open("div", "class", "map").open("div");
        new HeatMap(page, shown, numbers.rows().getLast().rank() + 1)
                .draw(
                        "Map of what talks to what; the table beside it has the heaviest pairs",
                        "t",
                        List.of("rank that sends", "rank that receives"),
                        "{from} sends {amount}" + (bytes ? "" : " messages") + " to {to}",
                        bytes ? Amounts::bytes : Amounts::count);
        page.open("p", "class", "readout", "aria-live", "polite").close(2);
        page.open("div");
        Tables table =
                new Tables(page)
                        .begin(
                                "Heaviest pairs",
                                false,
                                List.of("rank", "to rank", bytes ? "bytes" : "messages"));
        shown.pairs().stream()
                .limit(ROWS)
                .forEach(pair ->
                        table.row()
                                .cell("" + pair.from())
                                .cell("" + pair.to())
                                .cell(
                                        bytes
                                                ? Amounts.bytes(pair.value())
                                                : Amounts.count(pair.value()))
                                .endRow());
        table.end();
        page.close(2);
        comms();
    }

    /** Returns whose the messages are: sums of both kinds are those of the links. */
    private String programs() {
        Long own = numbers.values().get("sent by calls");
        if (own == null || own > numbers.sent().bytes()) {
            return "";
        }
        return " The program's sends are "
                + Amounts.bytes((double) own)
                + " of it, MPI's own for collectives, windows and files "
                + Amounts.bytes((double) (numbers.sent().bytes() - own))
                + ".";
    }

    private void comms() {
        Tables table =
                new Tables(page)
                        .begin(
                                "Communicators",
                                true,
                                List.of("name", "processes", "messages", "bytes"));
        for (Comm comm : numbers.comms().stream().limit(ROWS).toList()) {
            table.row()
                    .cell(comm.name())
                    .cell(comm.size() == 0 ? "" : "" + comm.size(), comm.size());
            table.cell(Amounts.count((double) comm.messages()), (double) comm.messages());
            table.cell(Amounts.bytes((double) comm.bytes()), (double) comm.bytes()).endRow();
        }
        table.end();
    }

    private void calls() {
        page.element("h2", "Calls and lines", "id", "calls");
        if (numbers.calls().isEmpty()) {
            page.element("p", "No function was called between MPI.Init and MPI.Finalize.");
            return;
        }
        page.element(
                "p",
                "Time in all ranks. It is measured in waits and estimated from samples otherwise, ±"
                        + " its standard error. Bytes are those of the program's buffers: of a send"
                        + " where it begins, of a receive where it is completed, of a collective"
                        + " what this rank puts in, or gets where it puts in nothing.",
                "class",
                "note");
        Tables table =
                new Tables(page)
                        .begin(
                                "MPI functions",
                                true,
                                List.of("function", "calls", "bytes", "time", "±", "waiting"));
        for (CallSum call : numbers.calls().stream().limit(ROWS).toList()) {
            table.row()
                    .cell(call.name())
                    .cell(Amounts.count((double) call.calls()), (double) call.calls());
            table.cell(
                    call.bytes() == 0 ? "" : Amounts.bytes((double) call.bytes()),
                    (double) call.bytes());
            table.cell(Amounts.time(call.time()), call.time());
            table.cell(call.error() < 0.0005 ? "" : Amounts.percent(call.error()), call.error());
            table.cell(Amounts.time(call.waiting()), call.waiting()).endRow();
        }
        table.end();
        regions();
        lines();
    }

    private void regions() {
        List<RegionSum> regions = numbers.regions();
        if (regions.isEmpty()) {
            return;
        }
        Tables table =
                new Tables(page)
                        .begin(
                                "Regions that the program has named by MPI.pControl",
                                true,
                                List.of(
                                        "region",
                                        "ranks",
                                        "runs",
                                        "time per rank",
                                        "useful",
                                        "waiting",
                                        "load balance",
                                        "most work in rank"));
        for (RegionSum region : regions.stream().limit(ROWS).toList()) {
            double time = (double) region.elapsed() / region.ranks();
            table.row().cell(region.name()).cell("" + region.ranks(), region.ranks());
            table.cell(Amounts.count((double) region.times()), (double) region.times());
            table.cell(Amounts.time(time), time);
            table.cell(Amounts.percent(region.useful()), region.useful());
            table.cell(Amounts.percent(region.waits()), region.waits());
            table.cell(Amounts.ratio(region.balance()), region.balance());
            table.cell("" + region.busiest(), region.busiest()).endRow();
        }
        table.end();
    }

    private void lines() {
        List<SiteSum> sites = numbers.sites();
        if (sites.isEmpty()) {
            return;
        }
        double sampled = Math.max(1, sites.stream().mapToDouble(SiteSum::sampled).sum());
        Tables table =
                new Tables(page)
                        .begin(
                                "Lines of the program that wait or call most",
                                true,
                                List.of(
                                        "-line",
                                        "-function",
                                        "waiting",
                                        "waits",
                                        "share of calls"));
        for (SiteSum site : sites.stream().limit(ROWS).toList()) {
            table.row().place(site.place().isEmpty() ? "not known" : site.place());
            page.element("td", site.call(), "class", "left");
            table.cell(Amounts.time(site.waiting()), site.waiting());
            table.cell(Amounts.count((double) site.waits()), (double) site.waits());
            table.cell(Amounts.percent(site.sampled() / sampled), (double) site.sampled());
            table.endRow();
        }
        table.end();
    }

    private void sizes() {
        page.element("h2", "Messages and links", "id", "sizes");
        page.element(
                "p",
                "Messages by size and protocol. Eager messages are sent at once; those by"
                    + " rendezvous wait for the receiver; the other protocols move long messages by"
                    + " RDMA or straight between the processes' memories.",
                "class",
                "note");
        List<Size> sizes = numbers.sizes();
        if (sizes.isEmpty()) {
            page.element(
                    "p",
                    numbers.sent().messages() == 0
                            ? "No message was sent."
                            : "The PML in use does not count sizes.");
            return;
        }
        double most = sizes.stream().mapToDouble(Size::messages).max().orElse(1);
        Tables table =
                new Tables(page)
                        .begin(
                                "Sizes and protocols",
                                true,
                                List.of("size", "-protocol", "-", "messages", "bytes"));
        for (Size size : sizes) {
            table.row().cell(Amounts.sizes(size.bits()), size.bits());
            page.element("td", size.protocol(), "class", "left");
            table.openBar();
            String width = TimeSections.number(1000 * size.messages() / most);
            page.open("rect", "class", "useful", "width", width, "height", "16").close(3);
            table.cell(Amounts.count((double) size.messages()), (double) size.messages());
            table.cell(Amounts.bytes((double) size.bytes()), (double) size.bytes()).endRow();
        }
        table.end();
    }

    private void links() {
        if (!numbers.links().isEmpty()) {
            linkTable();
        }
        List<String> refusals = numbers.refusals();
        if (!refusals.isEmpty()) {
            page.element("p", "Better links within a host that were not used, and why:");
            page.open("ul", "class", "plain");
            refusals.stream().limit(ROWS).forEach(line -> page.element("li", line));
            page.close();
        }
    }

    private void linkTable() {
        Tables table =
                new Tables(page)
                        .begin(
                                "Links, in order of preference where a pair has several",
                                true,
                                List.of("link", "messages", "bytes"));
        numbers.links()
                .forEach(link -> {
                    table.row().cell(Verdict.named(link.getKey()));
                    table.cell(
                            Amounts.count((double) link.getValue().messages()),
                            (double) link.getValue().messages());
                    table.cell(
                                    Amounts.bytes((double) link.getValue().bytes()),
                                    (double) link.getValue().bytes())
                            .endRow();
                });
        table.end();
    }
}
