package org.strata.launcher.report;

import java.util.ArrayList;
import java.util.List;

/**
 * A table that is printed or stands in a page: the first column is aligned left, the others right.
 *
 * @param caption what it shows
 * @param heads heads of the columns
 * @param rows cells, row by row
 */
record ReportTable(String caption, List<String> heads, List<List<String>> rows) {

    /** Returns the table as lines of text. */
    List<String> lines() {
        int[] widths = new int[heads.size()];
        List<List<String>> all = new ArrayList<>(rows);
        all.addFirst(heads);
        for (List<String> row : all) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        List<String> lines = new ArrayList<>(List.of(caption));
        for (List<String> row : all) {
            StringBuilder line = new StringBuilder("  ");
            for (int i = 0; i < widths.length; i++) {
                String space = " ".repeat(widths[i] - row.get(i).length());
                line.append(i == 0 ? row.get(i) + space : "  " + space + row.get(i));
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }

    void write(Html page) {
        Tables table = new Tables(page).begin(caption, false, heads);
        for (List<String> row : rows) {
            table.row();
            row.forEach(table::cell);
            table.endRow();
        }
        table.end();
    }
}
