package org.strata.mca.base;

import java.util.ArrayList;
import java.util.List;

/** Messages to the user in Open MPI's shape: text between two dashed lines, wrapped. */
public final class Boxes {
    private static final String DASHES = "-".repeat(74);
    private static final int WIDTH = 75;

    private Boxes() {}

    /**
     * Returns lines between two dashed lines, each wrapped at 75 columns; wrapped lines keep their
     * indentation. Control characters are quoted: texts of other processes end up in boxes. Ends
     * without a line end.
     */
    public static String box(List<String> lines) {
        StringBuilder out = new StringBuilder(DASHES).append('\n');
        for (String line : lines) {
            for (String part : line.split("\n", -1)) {
                wrap(Printable.text(part)).forEach(l -> out.append(l).append('\n'));
            }
        }
        return out.append(DASHES).toString();
    }

    /** Returns text (lines separated by line feeds) in a box. */
    public static String box(String text) {
        return box(text.lines().toList());
    }

    /** Returns a line wrapped at 75 columns; words that are longer stay whole. */
    static List<String> wrap(String line) {
        return wrap(line, WIDTH);
    }

    /** Returns a line wrapped at a number of columns. */
    static List<String> wrap(String line, int width) {
        String indent = " ".repeat(line.length() - line.stripLeading().length());
        if (line.length() <= width) {
            return List.of(line.stripTrailing());
        }
        List<String> out = new ArrayList<>();
        StringBuilder current = new StringBuilder(indent);
        for (String word : line.strip().split(" ")) {
            boolean fresh = current.length() == indent.length();
            if (!fresh && current.length() + 1 + word.length() > width) {
                out.add(current.toString().stripTrailing());
                current = new StringBuilder(indent);
                fresh = true;
            }
            current.append(fresh ? "" : " ").append(word);
        }
        out.add(current.toString().stripTrailing());
        return out;
    }
}
