package org.strata.site;

/** Text in HTML. */
final class Html {
    private Html() {}

    /** Returns a text as HTML shows it, in elements and in attributes. */
    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
