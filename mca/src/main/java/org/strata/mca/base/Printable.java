package org.strata.mca.base;

/**
 * Quotes what must not reach a terminal as it is: text that another process has sent could contain
 * escape sequences, which move the cursor, change what was printed before, or make the terminal
 * answer.
 */
public final class Printable {
    private Printable() {}

    /**
     * Returns text in which each control and format character is written as an escape of Java,
     * {@code \}{@code u001b}; line feeds and tabs stay.
     */
    public static String text(String text) {
        int first = 0;
        while (first < text.length() && harmless(text.charAt(first))) {
            first++;
        }
        if (first == text.length()) {
            return text;
        }
        StringBuilder out = new StringBuilder(text.substring(0, first));
        for (int i = first; i < text.length(); i++) {
            char c = text.charAt(i);
            if (harmless(c) || partOfPair(text, i)) {
                out.append(c);
            } else {
                out.append("\\u").append(Integer.toHexString(0x10000 | c), 1, 5);
            }
        }
        return out.toString();
    }

    private static boolean harmless(char c) {
        if (c >= ' ' && c <= '~') {
            return true;
        }
        int type = Character.getType(c);
        boolean quoted =
                type == Character.CONTROL
                        || type == Character.FORMAT
                        || type == Character.LINE_SEPARATOR
                        || type == Character.PARAGRAPH_SEPARATOR
                        || type == Character.SURROGATE;
        return !quoted || c == '\n' || c == '\t';
    }

    /** Returns whether a surrogate belongs to a pair that stands for a visible character. */
    private static boolean partOfPair(String text, int index) {
        char c = text.charAt(index);
        int start = Character.isLowSurrogate(c) ? index - 1 : index;
        if (!Character.isSurrogate(c) || start < 0) {
            return false;
        }
        int point = text.codePointAt(start);
        return Character.isSupplementaryCodePoint(point)
                && Character.getType(point) != Character.FORMAT;
    }
}
