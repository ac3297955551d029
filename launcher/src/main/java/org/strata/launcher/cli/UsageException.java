package org.strata.launcher.cli;

import java.util.List;

/** The user asked for something that cannot be done; nothing has been started. */
public final class UsageException extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient List<String> lines;

    /**
     * @param lines the message, paragraph by paragraph
     */
    public UsageException(String... lines) {
        super(lines[0]);
        this.lines = List.of(lines);
    }

    /** Returns the message, paragraph by paragraph. */
    public List<String> lines() {
        return lines;
    }
}
