package org.strata.mca.base;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.StringTokenizer;
import java.util.function.Function;

/**
 * A table of rules in text: a row per line, words with blanks between them, comments from {@code #}
 * to the end of the line.
 */
public final class RuleRows {
    /** The lines without comments; those without a row are empty. */
    private final List<String> lines;

    private RuleRows(String text) {
        lines = new ArrayList<>();
        int from = 0;
        while (from < text.length()) {
            int end = text.indexOf('\n', from);
            end = end < 0 ? text.length() : end;
            lines.add(withoutComment(text.substring(from, end)));
            from = end + 1;
        }
    }

    /**
     * Without regular expressions and streams, here and below: a rank reads some tables before its
     * first collectives, in code that is not compiled.
     */
    private static String withoutComment(String line) {
        int comment = line.indexOf('#');
        return (comment < 0 ? line : line.substring(0, comment)).strip();
    }

    private static String[] words(String line) {
        StringTokenizer blanks = new StringTokenizer(line);
        String[] words = new String[blanks.countTokens()];
        for (int i = 0; i < words.length; i++) {
            words[i] = blanks.nextToken();
        }
        return words;
    }

    /** Reads a text. */
    public static RuleRows of(String text) {
        return new RuleRows(text);
    }

    /** Returns the first row; empty for none. */
    public String first() {
        for (String line : lines) {
            if (!line.isEmpty()) {
                return line;
            }
        }
        return "";
    }

    /** Returns all rows in one line, for formats in which lines do not count. */
    public String joined() {
        return String.join(" ", lines);
    }

    /**
     * Reads every row.
     *
     * @param row makes a rule of the words of a row; what it throws says what is wrong with them
     * @throws IllegalArgumentException whose message names the line that is wrong
     */
    public <R> List<R> read(Function<String[], R> row) {
        List<R> rules = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (!line.isEmpty()) {
                try {
                    rules.add(row.apply(words(line)));
                } catch (RuntimeException e) {
                    String what = "line " + (i + 1) + ": " + line + ": ";
                    throw new IllegalArgumentException(what + e.getMessage(), e);
                }
            }
        }
        return rules;
    }

    /**
     * Returns the bytes that a word stands for: a number with k, m, g for powers of 1024, or none.
     *
     * @throws IllegalArgumentException the word is none of these
     */
    public static long bytes(String word) {
        String text = word.toLowerCase(Locale.ROOT);
        int unit = text.isEmpty() ? -1 : "kmg".indexOf(text.charAt(text.length() - 1));
        String digits = unit < 0 ? text : text.substring(0, text.length() - 1);
        return Long.parseLong(digits) << (10 * (unit + 1));
    }
}
