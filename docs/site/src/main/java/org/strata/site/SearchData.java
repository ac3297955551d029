package org.strata.site;

import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TableBody;
import org.commonmark.ext.gfm.tables.TableRow;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.CustomNode;
import org.commonmark.node.Heading;
import org.commonmark.node.Node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the search finds: pages, their sections, parameters, options, messages, and members of
 * package mpi. The file is a script, which browsers load without a server, too.
 */
final class SearchData {
    /** The kinds' numbers in search.js. */
    static final int PAGE = 0;

    static final int SECTION = 1;
    static final int PARAMETER = 2;
    static final int METHOD = 3;
    static final int MESSAGE = 4;
    static final int OPTION = 5;

    private static final Pattern MEMBER = Pattern.compile("\\{([^{}]*)\\}");
    private static final Pattern FIELD = Pattern.compile("\"(\\w)\":\"([^\"]*)\"");
    private static final Path MESSAGES = Path.of("docs", "guide", "troubleshooting.md");
    private static final int LONGEST = 900;

    /** An entry; its address is relative to the site, inside when few users ask for it. */
    record Entry(
            int kind, String address, String title, String page, String text, boolean inside) {}

    private final List<Entry> entries = new ArrayList<>();

    /** Returns the entries so far. */
    List<Entry> entries() {
        return entries;
    }

    /** Adds a page, its sections and the rows of its tables that are about a name. */
    void add(Page page, String place, boolean inside) {
        Sections sections = new Sections(page, place, inside);
        page.text().accept(sections);
        sections.end();
    }

    /** Adds the classes and members of the Javadoc, from the index that it brings. */
    void addJavadoc(Path api) throws IOException {
        for (Map<String, String> member : index(api.resolve("type-search-index.js"))) {
            if ("mpi".equals(member.get("p"))) {
                String name = member.get("l");
                entries.add(
                        new Entry(
                                METHOD,
                                "api/mpi/" + name + ".html",
                                name,
                                "package mpi",
                                "",
                                false));
            }
        }
        for (Map<String, String> member : index(api.resolve("member-search-index.js"))) {
            String type = member.get("c");
            String name = member.get("l");
            String anchor = member.getOrDefault("u", name);
            String address = "api/mpi/" + type + ".html#" + anchor;
            entries.add(
                    new Entry(
                            METHOD,
                            address,
                            type + "." + name.replaceAll("[a-z]+\\.", ""),
                            type,
                            "",
                            false));
        }
    }

    private static List<Map<String, String>> index(Path file) throws IOException {
        List<Map<String, String>> members = new ArrayList<>();
        Matcher member = MEMBER.matcher(Files.readString(file));
        while (member.find()) {
            Map<String, String> fields = new HashMap<>();
            Matcher field = FIELD.matcher(member.group(1));
            while (field.find()) {
                fields.put(field.group(1), field.group(2));
            }
            members.add(fields);
        }
        return members;
    }

    /** Returns the script that search.js reads. */
    String script() {
        StringBuilder script = new StringBuilder("window.STRATA_SEARCH = [\n");
        for (Entry entry : entries) {
            script.append('[').append(entry.kind());
            for (String text :
                    List.of(entry.address(), entry.title(), entry.page(), entry.text())) {
                script.append(',').append(quoted(text));
            }
            script.append(entry.inside() ? ",1],\n" : "],\n");
        }
        return script.append("];\n").toString();
    }

    private static String quoted(String text) {
        return '"'
                + text.replace("\\", "\\\\")
                        .replace("\"", "\\\"")
                        .replace("\n", " ")
                        .replace("<", "\\u003c")
                + '"';
    }

    /** Collects the sections of a page: each has the words up to the next heading. */
    private final class Sections extends AbstractVisitor {
        private final Page page;
        private final String place;
        private final boolean inside;
        private final StringBuilder words = new StringBuilder();
        private Heading heading;

        Sections(Page page, String place, boolean inside) {
            this.inside = inside;
            this.page = page;
            this.place = place;
        }

        @Override
        protected void visitChildren(Node parent) {
            for (Node node = parent.getFirstChild(); node != null; node = node.getNext()) {
                if (node instanceof Heading next) {
                    end();
                    heading = next;
                } else if (node instanceof TableRow row && row.getParent() instanceof TableBody) {
                    row(row);
                } else if (node instanceof CustomNode || node instanceof TableBlock) {
                    visitChildren(node);
                } else {
                    words.append(Page.allWords(node)).append(' ');
                }
            }
        }

        private void row(TableRow row) {
            String text = Page.allWords(row);
            String name = Tables.name(row);
            if (page.file().equals(MESSAGES)
                    && row.getFirstChild().getFirstChild() instanceof Code) {
                String anchor = page.anchor(heading);
                String first = Page.words(row.getFirstChild());
                entries.add(
                        new Entry(
                                MESSAGE, place + "#" + anchor, first, page.title(), text, inside));
            } else if (name != null) {
                int kind = name.startsWith("--") ? OPTION : PARAMETER;
                String title = kind == OPTION ? Page.words(row.getFirstChild()) : name;
                entries.add(
                        new Entry(
                                kind,
                                place + "#" + name,
                                title,
                                page.title(),
                                shortened(text),
                                inside));
            } else {
                words.append(text).append(' ');
            }
        }

        /** Ends the section before the next heading. */
        void end() {
            String text = shortened(words.toString().strip());
            words.setLength(0);
            if (heading == null) {
                return;
            }
            if (heading.getLevel() == 1) {
                entries.add(new Entry(PAGE, place, page.title(), page.title(), text, inside));
            } else {
                String address = place + "#" + page.anchor(heading);
                String title = Page.words(heading);
                entries.add(new Entry(SECTION, address, title, page.title(), text, inside));
            }
        }
    }

    private static String shortened(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST);
    }
}
