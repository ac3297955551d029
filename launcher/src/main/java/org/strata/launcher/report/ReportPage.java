package org.strata.launcher.report;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/**
 * The report as one page that needs nothing else: it may be sent by mail and opened without a
 * network. Its policy forbids every request, and every script and style but its own. Without a
 * script all of it can be read; the script sorts tables, walks over the maps and changes colours.
 */
final class ReportPage {
    private static final List<String[]> PARTS =
            List.of(
                    new String[] {"efficiency", "Efficiency"},
                    new String[] {"ranks", "Ranks"},
                    new String[] {"waits", "Who waits for whom"},
                    new String[] {"traffic", "What talks to what"},
                    new String[] {"calls", "Calls and lines"},
                    new String[] {"sizes", "Messages and links"},
                    new String[] {"hosts", "Hosts"},
                    new String[] {"memory", "Memory and JVM"},
                    new String[] {"time", "Over time"},
                    new String[] {"job", "The job"});

    private final JobReport report;
    private Html page;

    private ReportPage(JobReport report) {
        this.report = report;
    }

    static String of(JobReport report) {
        return new ReportPage(report).write();
    }

    private String write() {
        return PageFrame.of("Strata report: " + report.title(), this::body);
    }

    private void body(Html page) {
        this.page = page;
        page.open("header").open("div");
        page.element("h1", heading());
        page.element("p", facts(), "class", "facts").close();
        PageFrame.schemes(page);
        page.close();
        page.open("main");
        verdict();
        contents();
        new TimeSections(report, page).write();
        new TrafficSections(report, page).write();
        new PlaceSections(report, page).write();
        page.close();
        footer();
    }

    private String heading() {
        String command = report.header().command();
        return command.isEmpty() ? "Job " + report.header().job() : command;
    }

    private String facts() {
        return report.title() + ". Started " + report.header().started() + ".";
    }

    private void verdict() {
        page.open("ul", "class", "verdict", "aria-label", "Verdict");
        for (Verdict.Finding one : report.verdict()) {
            boolean first = one == report.verdict().getFirst();
            page.open("li", "class", one.kind().equals("nothing") ? "fine" : null);
            page.element("p", one.what(), "class", first ? "first" : null);
            if (!one.advice().isEmpty()) {
                page.element("p", "Try: " + one.advice(), "class", "try");
            }
            page.close();
        }
        for (String missing : report.missing()) {
            page.open("li").element("p", "Missing: " + missing).close();
        }
        page.close();
    }

    private void contents() {
        page.open("nav", "aria-label", "Parts of the report").open("ul");
        for (String[] part : PARTS) {
            page.open("li").element("a", part[1], "href", "#" + part[0]).close();
        }
        page.close(2);
    }

    /** The numbers themselves: a link that saves them, and that needs no request either. */
    private void footer() {
        byte[] json = JsonReport.inPage(report).getBytes(StandardCharsets.UTF_8);
        page.open("footer").open("p").text("All numbers of this page: ");
        page.element(
                "a",
                "save them as JSON",
                "download",
                "strata-report-" + report.header().job() + ".json",
                "href",
                "data:application/json;base64," + Base64.getEncoder().encodeToString(json));
        page.text(
                ". The report took "
                        + SummaryText.cost(report)
                        + ", by its own clock. Strata "
                        + report.header().version()
                        + ", Java "
                        + report.header().java()
                        + ".");
        page.close(2);
    }
}
