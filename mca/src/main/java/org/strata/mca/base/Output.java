package org.strata.mca.base;

import java.util.List;

/** Prints messages for the user to standard error, in Open MPI's manner. Thread-safe. */
public interface Output {
    /** Writes a warning: a line, or several lines or a box as they are. */
    void warn(String boxedOrLine);

    /**
     * Writes a line of a framework's verbose stream when {@code <framework>_base_verbose} is at
     * least {@code level}.
     */
    void verbose(String framework, int level, String line);

    /** Returns whether such a line is written; callers ask before they build an expensive one. */
    boolean isVerbose(String framework, int level);

    /** Writes lines in a box, the title first. */
    default void box(String title, String... lines) {
        StringBuilder text = new StringBuilder(title);
        for (String line : lines) {
            text.append('\n').append(line);
        }
        warn(Boxes.box(text.toString()));
    }

    /** Writes a box from a package's help catalogue, see {@link HelpCatalogue}. */
    default void help(Class<?> owner, String topic, Object... values) {
        warn(Boxes.box(List.of(HelpCatalogue.of(owner).text(topic, values).split("\n"))));
    }
}
