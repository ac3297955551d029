package org.strata.launcher.job;

import java.util.List;

/** The daemons of a job could not be started. */
final class StartException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Outcome outcome;

    StartException(int exitCode, List<String> lines) {
        super(String.join(" ", lines));
        outcome = new Outcome(exitCode, -1, lines);
    }

    /** Returns what to print, and mpirun's exit code. */
    Outcome outcome() {
        return outcome;
    }
}
