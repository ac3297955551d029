package org.strata.launcher.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reports that were kept as JSON: shown anew, compared, or as a table of how a program scales. */
public final class StoredReports {
    /** What is shown of several reports. */
    public enum View {
        /** Two runs beside each other, more as a table of how they scale. */
        AUTOMATIC,
        COMPARE,
        SCALING
    }

    private final List<NamedReport> reports;
    private final List<ReportTable> tables;

    private StoredReports(List<NamedReport> reports, List<ReportTable> tables) {
        this.reports = reports;
        this.tables = tables;
    }

    /**
     * Reads reports.
     *
     * @throws IOException when one cannot be read; the message names it, and says why
     */
    public static StoredReports read(List<String> files, View view) throws IOException {
        List<NamedReport> reports = new ArrayList<>();
        Map<String, Integer> names = new HashMap<>();
        for (String file : files) {
            Path path = Path.of(file);
            names.merge("" + path.getFileName(), 1, Integer::sum);
            try {
                reports.add(new NamedReport(file, StoredReport.read(path)));
            } catch (IOException e) {
                boolean missing = !Files.exists(path);
                throw new IOException(
                        file + ": " + (missing ? "there is no such file" : e.getMessage()), e);
            }
        }
        // Names without their directories are shorter, where they differ.
        boolean differ = names.values().stream().allMatch(count -> count == 1);
        List<NamedReport> named =
                reports.stream().map(one -> differ ? shortened(one) : one).toList();
        return new StoredReports(named, tables(named, view));
    }

    private static NamedReport shortened(NamedReport one) {
        return new NamedReport("" + Path.of(one.name()).getFileName(), one.report());
    }

    private static List<ReportTable> tables(List<NamedReport> reports, View view) {
        boolean scales = view == View.SCALING || (view == View.AUTOMATIC && reports.size() > 2);
        if (scales) {
            return List.of(Scaling.table(reports));
        }
        return reports.size() < 2
                ? List.of()
                : new Comparison(reports.getFirst(), reports.getLast()).tables();
    }

    /** Returns them as text. */
    public List<String> lines() {
        if (tables.isEmpty()) {
            return SummaryText.lines(reports.getFirst().report());
        }
        List<String> lines = new ArrayList<>();
        for (ReportTable table : tables) {
            if (!lines.isEmpty()) {
                lines.add("");
            }
            lines.addAll(table.lines());
        }
        return lines;
    }

    /** Writes them to a file, as a page or as text. */
    public void write(Path file, ReportTarget.Form form) throws IOException {
        String text = form == ReportTarget.Form.HTML ? page() : String.join("\n", lines()) + "\n";
        Files.writeString(file, text, StandardCharsets.UTF_8);
    }

    private String page() {
        return tables.isEmpty()
                ? ReportPage.of(reports.getFirst().report())
                : PageFrame.of("Strata reports: " + names(), this::body);
    }

    private String names() {
        return String.join(", ", reports.stream().map(NamedReport::name).toList());
    }

    private void body(Html page) {
        page.open("header").open("div").element("h1", names());
        page.element("p", reports.size() + " reports", "class", "facts").close();
        PageFrame.schemes(page);
        page.close().open("main");
        for (ReportTable table : tables) {
            table.write(page);
        }
        for (NamedReport one : reports) {
            page.element("h2", one.name()).element("p", one.report().title() + ".");
            page.open("p").element("code", one.report().header().command()).close();
            page.open("ul", "class", "verdict");
            for (Verdict.Finding found : one.report().verdict()) {
                boolean fine = found.kind().equals("nothing");
                page.open("li", "class", fine ? "fine" : null);
                page.element("p", found.what()).close();
            }
            page.close();
        }
        page.close();
    }
}
