package org.strata.launcher.report;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Pattern;

/** Builds a page. Every text and every value is escaped: names come from programs and hosts. */
final class Html {
    /** The space between a number and its unit, at which no line ends. */
    private static final Pattern AMOUNT =
            Pattern.compile("(?<=\\d) (?=([kMGTP]?B|[KMGT]iB|%|m?s|µs|[kMGTP])(?![\\w(]))");

    private final StringBuilder page = new StringBuilder();
    private final Deque<String> open = new ArrayDeque<>();

    /**
     * Begins an element.
     *
     * @param attributes names and values in turn; a value of null leaves its name out
     */
    Html open(String element, String... attributes) {
        tag(element, attributes);
        open.push(element);
        return this;
    }

    /** Adds an element without content. */
    Html empty(String element, String... attributes) {
        tag(element, attributes);
        return this;
    }

    private void tag(String element, String... attributes) {
        page.append('<').append(element);
        for (int i = 0; i < attributes.length; i += 2) {
            if (attributes[i + 1] != null) {
                page.append(' ').append(attributes[i]).append("=\"");
                escape(attributes[i + 1]);
                page.append('"');
            }
        }
        page.append('>');
    }

    /** Ends the last elements that have been opened. */
    Html close(int count) {
        for (int i = 0; i < count; i++) {
            page.append("</").append(open.pop()).append('>');
        }
        return this;
    }

    Html close() {
        return close(1);
    }

    /** Adds an element with a text. */
    Html element(String element, String text, String... attributes) {
        return open(element, attributes).text(text).close();
    }

    Html text(String text) {
        escape(AMOUNT.matcher(text).replaceAll("\u00a0"));
        return this;
    }

    /** Adds what is a page's own: style, script. */
    Html raw(String own) {
        page.append(own);
        return this;
    }

    private void escape(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '<' -> page.append("&lt;");
                case '>' -> page.append("&gt;");
                case '&' -> page.append("&amp;");
                case '"' -> page.append("&quot;");
                case '\'' -> page.append("&#39;");
                default -> page.append(c < ' ' && c != '\n' ? ' ' : c);
            }
        }
    }

    @Override
    public String toString() {
        return page.toString();
    }
}
