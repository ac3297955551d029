package org.strata.benchmarks.profile;

import java.util.List;

/** A page as one HTML file. */
final class HtmlPage {
    private static final String STYLE =
            "body{font:14px sans-serif;margin:2em}table{border-collapse:collapse}"
                    + "td,th{padding:.15em .8em;border-bottom:1px solid #ddd;text-align:right}"
                    + "td:last-child,th:last-child{text-align:left;font-family:monospace}";

    private HtmlPage() {}

    static String render(Page page) {
        StringBuilder html = new StringBuilder("<!DOCTYPE html>\n<meta charset=\"utf-8\">\n");
        html.append("<title>").append(escape(page.title())).append("</title>\n<style>");
        html.append(STYLE).append("</style>\n<h1>").append(escape(page.title())).append("</h1>\n");
        for (Section section : page.sections()) {
            html.append("<h2>").append(escape(section.title())).append("</h2>\n<p>");
            html.append(escape(section.note())).append("</p>\n<table>\n");
            row(html, "th", section.columns());
            section.rows().forEach(row -> row(html, "td", row));
            html.append("</table>\n");
        }
        return html.toString();
    }

    private static void row(StringBuilder html, String cell, List<String> words) {
        html.append("<tr>");
        for (String word : words) {
            html.append('<').append(cell).append('>').append(escape(word));
            html.append("</").append(cell).append('>');
        }
        html.append("</tr>\n");
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
