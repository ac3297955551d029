package org.strata.site;

import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TableBody;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TableRow;
import org.commonmark.node.Code;
import org.commonmark.node.Heading;
import org.commonmark.node.Node;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tables that small windows show as one block per row, and rows that links can lead to. */
final class Tables {
    private static final Pattern NAME = Pattern.compile("-{0,2}[A-Za-z]\\w*([-_]\\w+)*");
    private static final Pattern OPEN = Pattern.compile("<table>");
    private static final Pattern ROW =
            Pattern.compile("(<tr id=\"[^\"]+\">\\s*<td><code>)([^<]+)</code>");

    private Tables() {}

    /**
     * Adds to a cell the name of its column, to a row of a named thing its anchor, and anchors to
     * its other names.
     */
    static void attributes(Node node, Map<String, String> attributes) {
        if (node instanceof TableCell cell && cell.getParent().getParent() instanceof TableBody) {
            int column = index(cell);
            String name = column == 0 ? "" : header(cell, column);
            if (!name.isBlank()) {
                attributes.put("data-h", name);
            }
        } else if (node instanceof TableRow row && row.getParent() instanceof TableBody) {
            String name = name(row);
            if (name != null) {
                attributes.put("id", name);
            }
        } else if (node instanceof Code other
                && other.getPrevious() != null
                && other.getParent() instanceof TableCell cell
                && cell.getPrevious() == null
                && cell.getParent() instanceof TableRow row
                && name(row) != null
                && NAME.matcher(other.getLiteral()).matches()) {
            attributes.put("id", other.getLiteral());
        }
    }

    /**
     * Returns what a row of names is about: the code in its first cell, when that is a name with an
     * underscore, or an option. Else null.
     */
    static String name(TableRow row) {
        Node cell = row.getFirstChild();
        if (cell == null || !(cell.getFirstChild() instanceof Code code)) {
            return null;
        }
        String text = code.getLiteral();
        boolean option = text.startsWith("--");
        boolean named = NAME.matcher(text).matches() && (option || text.indexOf('_') > 0);
        return named ? text : null;
    }

    private static int index(Node cell) {
        int index = 0;
        for (Node before = cell.getPrevious(); before != null; before = before.getPrevious()) {
            index++;
        }
        return index;
    }

    private static String header(TableCell cell, int column) {
        Node table = cell.getParent().getParent().getParent();
        Node name = table.getFirstChild().getFirstChild().getFirstChild();
        for (int i = 0; i < column && name != null; i++) {
            name = name.getNext();
        }
        return name == null ? "" : Page.words(name);
    }

    /** Returns a page's HTML with each table in a box that scrolls, and can be reached by keys. */
    static String boxed(String html, Node page) {
        List<String> names = new ArrayList<>();
        String heading = "";
        for (Node node = page.getFirstChild(); node != null; node = node.getNext()) {
            if (node instanceof Heading) {
                heading = Page.words(node);
            } else if (node instanceof TableBlock) {
                names.add(heading);
            }
        }
        Matcher tables = OPEN.matcher(html);
        StringBuilder boxed = new StringBuilder();
        for (int i = 0; tables.find(); i++) {
            String name = i < names.size() ? names.get(i) : "";
            String label = Html.escaped("Table " + (i + 1) + ": " + name);
            String box = "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"";
            tables.appendReplacement(boxed, Matcher.quoteReplacement(box + label + "\"><table>"));
        }
        tables.appendTail(boxed);
        // A long name may end a line behind an underscore.
        return ROW.matcher(boxed)
                .replaceAll(row ->
                        Matcher.quoteReplacement(
                                row.group(1) + row.group(2).replace("_", "_<wbr>") + "</code>"))
                .replace("</table>", "</table></div>")
                .replaceAll("<th></th>", "<td></td>");
    }
}
