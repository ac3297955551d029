package org.strata.launcher.report;

import java.util.List;

/** Tables of a page, which scroll where they are too wide. */
final class Tables {
    private final Html page;

    Tables(Html page) {
        this.page = page;
    }

    /**
     * Begins a table.
     *
     * @param heads heads of the columns; one that begins with a dash is aligned left
     */
    Tables begin(String caption, boolean sorts, List<String> heads) {
        page.open(
                "div", "class", "table", "role", "region", "tabindex", "0", "aria-label", caption);
        page.open("table", "class", sorts ? "sorts" : null).element("caption", caption);
        page.open("thead").open("tr");
        for (String head : heads) {
            boolean left = head.startsWith("-");
            page.element(
                    "th",
                    left ? head.substring(1) : head,
                    "scope",
                    "col",
                    "class",
                    left ? "left" : null);
        }
        page.close(2).open("tbody");
        return this;
    }

    /** Opens a cell and a drawing in it, 1,000 wide and 16 high, for bars; close both. */
    void openBar() {
        page.open("td", "class", "bar")
                .open(
                        "svg",
                        "viewBox",
                        "0 0 1000 16",
                        "preserveAspectRatio",
                        "none",
                        "aria-hidden",
                        "true");
    }

    Tables row() {
        page.open("tr");
        return this;
    }

    /** Adds a cell that sorts by a number. */
    Tables cell(String text, double value) {
        page.element("td", text, "data-value", Double.toString(value));
        return this;
    }

    Tables cell(String text) {
        page.element("td", text);
        return this;
    }

    Tables place(String text) {
        page.open("td", "class", "place").element("code", text).close();
        return this;
    }

    Tables endRow() {
        page.close();
        return this;
    }

    void end() {
        page.close(3);
    }
}
