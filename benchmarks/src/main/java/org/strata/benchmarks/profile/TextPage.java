package org.strata.benchmarks.profile;

import java.util.List;

/** A page as text. */
final class TextPage {
    private static final String GAP = "  ";

    private TextPage() {}

    static String render(Page page) {
        StringBuilder text = new StringBuilder(page.title()).append('\n');
        for (Section section : page.sections()) {
            render(section, text);
        }
        return text.toString();
    }

    private static void render(Section section, StringBuilder text) {
        text.append('\n').append(section.title());
        if (!section.note().isEmpty()) {
            text.append(" (").append(section.note()).append(')');
        }
        text.append('\n');
        if (section.rows().isEmpty()) {
            text.append(GAP).append("none\n");
            return;
        }
        int last = section.columns().size() - 1;
        int[] widths = new int[last];
        widen(widths, section.columns());
        section.rows().forEach(row -> widen(widths, row));
        line(section.columns(), widths, text);
        section.rows().forEach(row -> line(row, widths, text));
    }

    private static void widen(int[] widths, List<String> words) {
        for (int i = 0; i < widths.length; i++) {
            widths[i] = Math.max(widths[i], words.get(i).length());
        }
    }

    private static void line(List<String> words, int[] widths, StringBuilder text) {
        for (int i = 0; i < widths.length; i++) {
            String word = words.get(i);
            text.append(GAP).append(" ".repeat(widths[i] - word.length())).append(word);
        }
        text.append(GAP).append(words.getLast()).append('\n');
    }
}
