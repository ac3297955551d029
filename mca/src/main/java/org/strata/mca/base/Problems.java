package org.strata.mca.base;

import java.util.ArrayList;
import java.util.List;

/** Everything wrong with the parameters, collected so that the user sees all of it at once. */
public final class Problems {
    private final List<String> texts = new ArrayList<>();

    /** Adds one problem: what is wrong, where it was given, and what to do. */
    void add(String what, String origin, String why) {
        String text = what + "  (" + origin + ")\n" + why;
        if (!texts.contains(text)) {
            texts.add(text);
        }
    }

    /** Returns whether there is none. */
    public boolean isEmpty() {
        return texts.isEmpty();
    }

    /** Returns the problems, each with its subject on the first line and the reason below. */
    public List<String> list() {
        return List.copyOf(texts);
    }

    /** Returns one boxed message that lists them all. */
    public String box() {
        List<String> lines = new ArrayList<>();
        lines.add(
                texts.size() == 1
                        ? "There is a problem with the parameters of this job; nothing was started."
                        : "There are "
                                + texts.size()
                                + " problems with the parameters of this job; nothing was"
                                + " started.");
        for (String text : texts) {
            lines.add("");
            String[] parts = text.split("\n", 2);
            lines.add("  " + parts[0]);
            lines.add("    " + parts[1]);
        }
        lines.add("");
        lines.add("\"mpi_info --all\" lists every component and parameter of this installation.");
        return Boxes.box(lines);
    }
}
