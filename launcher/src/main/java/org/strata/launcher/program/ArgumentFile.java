package org.strata.launcher.program;

import java.util.ArrayList;
import java.util.List;

/**
 * The contents of an {@code @argfile} of the java command: words separated by white space; single
 * or double quotes group, a backslash inside quotes escapes or, at a line's end, continues the
 * line; {@code #} starts a comment.
 */
final class ArgumentFile {
    private final List<String> words = new ArrayList<>();
    private StringBuilder word;

    private ArgumentFile() {}

    static List<String> parse(String text) {
        ArgumentFile file = new ArgumentFile();
        file.read(text);
        return file.words;
    }

    /** Returns text that {@link #parse} and the java command read as these words. */
    static String format(List<String> words) {
        StringBuilder text = new StringBuilder();
        for (String word : words) {
            text.append('"');
            for (char c : word.toCharArray()) {
                switch (c) {
                    case '"', '\\' -> text.append('\\').append(c);
                    case '\n' -> text.append("\\n");
                    case '\r' -> text.append("\\r");
                    default -> text.append(c);
                }
            }
            text.append("\"\n");
        }
        return text.toString();
    }

    private void read(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isWhitespace(c)) {
                end();
            } else if (c == '#' && word == null) {
                int newline = text.indexOf('\n', i);
                i = newline < 0 ? text.length() : newline;
            } else if (c == '"' || c == '\'') {
                i = quoted(text, i + 1, c);
            } else if (c == '\\' && i + 1 < text.length() && lineEnd(text.charAt(i + 1))) {
                i = continued(text, i + 1);
            } else {
                open().append(c);
            }
        }
        end();
    }

    /** Returns the index of the closing quote, or of the line's end when it is missing. */
    private int quoted(String text, int start, char quote) {
        open();
        int i = start;
        while (i < text.length() && text.charAt(i) != quote && !lineEnd(text.charAt(i))) {
            char c = text.charAt(i);
            if (c == '\\' && i + 1 < text.length()) {
                i++;
                if (lineEnd(text.charAt(i))) {
                    i = continued(text, i);
                } else {
                    word.append(escaped(text.charAt(i)));
                }
            } else {
                word.append(c);
            }
            i++;
        }
        return i;
    }

    private static char escaped(char c) {
        return switch (c) {
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'f' -> '\f';
            default -> c;
        };
    }

    /** Skips a line end and the white space that starts the next line; returns the last index. */
    private static int continued(String text, int lineEnd) {
        int i = lineEnd;
        while (i + 1 < text.length() && Character.isWhitespace(text.charAt(i + 1))) {
            i++;
        }
        return i;
    }

    private static boolean lineEnd(char c) {
        return c == '\n' || c == '\r';
    }

    private StringBuilder open() {
        if (word == null) {
            word = new StringBuilder();
        }
        return word;
    }

    private void end() {
        if (word != null) {
            words.add(word.toString());
            word = null;
        }
    }
}
