package org.strata.launcher.cli;

import java.util.List;
import java.util.Locale;

/** Writes a manual page in the format that {@code man} reads (roff, macros man). */
final class ManPage {
    private final StringBuilder page = new StringBuilder();

    /**
     * @param name of the command
     * @param version of Strata
     * @param purpose one line
     */
    ManPage(String name, String version, String purpose) {
        page.append(".TH ").append(name.toUpperCase(Locale.ROOT)).append(" 1 \"\" ");
        page.append("\"Strata ").append(escaped(version)).append("\" \"MPI in pure Java\"\n");
        section("NAME");
        page.append(escaped(name)).append(" \\- ").append(escaped(purpose)).append('\n');
    }

    /** Starts a section. */
    ManPage section(String title) {
        page.append(".SH \"").append(escaped(title)).append("\"\n");
        return this;
    }

    /** Adds lines as they are. */
    ManPage literal(String text) {
        page.append(".nf\n");
        text.lines().forEach(line -> page.append(guarded(escaped(line))).append('\n'));
        page.append(".fi\n");
        return this;
    }

    /** Adds an option with its names, values and help. */
    ManPage option(List<String> names, List<String> values, String help) {
        page.append(".TP\n");
        String bold = String.join("\\fR, \\fB", names.stream().map(ManPage::escaped).toList());
        page.append("\\fB").append(bold).append("\\fR");
        values.forEach(value -> page.append(" \\fI").append(escaped(value)).append("\\fR"));
        page.append('\n').append(guarded(escaped(help))).append('\n');
        return this;
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\e").replace("-", "\\-").replace("\"", "\\(dq");
    }

    /** A dot or an apostrophe at the beginning of a line would be a request. */
    private static String guarded(String line) {
        return line.startsWith(".") || line.startsWith("'") ? "\\&" + line : line;
    }

    @Override
    public String toString() {
        return page.toString();
    }
}
