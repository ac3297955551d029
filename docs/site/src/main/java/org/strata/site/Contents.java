package org.strata.site;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The table of contents that docs/README.md is: sections in the order of a reader's days, each a
 * list of pages.
 */
final class Contents {
    private static final Path FILE = Path.of("docs", "README.md");

    /**
     * A line of the table.
     *
     * @param place in the site
     */
    record Entry(String section, String title, Path place) {}

    private final List<Entry> entries;

    private Contents(List<Entry> entries) {
        this.entries = entries;
    }

    /** Reads docs/README.md: a section per heading, an entry per link. */
    static Contents of(Path root, Page page) {
        List<Entry> entries = new ArrayList<>();
        for (Map.Entry<String, Map<String, String>> section : page.contents().entrySet()) {
            section.getValue()
                    .forEach((link, title) -> {
                        Path file = Target.of(root, FILE, link).file();
                        entries.add(
                                new Entry(
                                        section.getKey(), capital(title), Target.published(file)));
                    });
        }
        return new Contents(entries);
    }

    /** Adds a page that is made with the site, behind all others of its section. */
    void add(Entry entry) {
        int at = entries.size();
        for (int i = 0; i < entries.size(); i++) {
            if (entries.get(i).section().equals(entry.section())) {
                at = i + 1;
            }
        }
        entries.add(at, entry);
    }

    /** Returns the entry of a place, or null. */
    Entry at(Path place) {
        return entries.stream().filter(e -> e.place().equals(place)).findFirst().orElse(null);
    }

    /** Returns the list at the left of a page; the section of this page is open. */
    String list(Path place) {
        Entry current = at(place);
        StringBuilder html = new StringBuilder();
        String section = null;
        for (Entry entry : entries) {
            if (!entry.section().equals(section)) {
                html.append(section == null ? "" : "</ul></details>\n");
                section = entry.section();
                boolean open = current != null && current.section().equals(section);
                html.append(open ? "<details open>" : "<details>")
                        .append("<summary>")
                        .append(Html.escaped(section))
                        .append("</summary><ul>\n");
            }
            String mark = entry.equals(current) ? " aria-current=\"page\"" : "";
            html.append("<li>").append(link(place, entry, mark, "", "")).append("</li>\n");
        }
        return html.append(section == null ? "" : "</ul></details>\n").toString();
    }

    /** Returns links to the pages before and behind one. */
    String around(Path place) {
        int at = entries.indexOf(at(place));
        String before = at > 0 ? link(place, entries.get(at - 1), "", "← ", "") : "";
        boolean last = at < 0 || at == entries.size() - 1;
        return before + (last ? "" : link(place, entries.get(at + 1), "", "", " →"));
    }

    private static String capital(String title) {
        return Character.toUpperCase(title.charAt(0)) + title.substring(1);
    }

    private static String link(
            Path from, Entry to, String attributes, String before, String behind) {
        return "<a href=\""
                + Html.escaped(Page.relative(from, to.place()))
                + "\""
                + attributes
                + ">"
                + before
                + Html.escaped(to.title())
                + behind
                + "</a>";
    }
}
