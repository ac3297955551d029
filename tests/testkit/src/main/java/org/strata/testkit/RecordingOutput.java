package org.strata.testkit;

import org.strata.mca.base.Output;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps what a component says, verbose lines too. Thread-safe. */
public final class RecordingOutput implements Output {
    private final List<String> warnings = new CopyOnWriteArrayList<>();
    private final List<String> verbose = new CopyOnWriteArrayList<>();

    @Override
    public void warn(String boxedOrLine) {
        warnings.add(boxedOrLine);
    }

    @Override
    public void verbose(String framework, int level, String line) {
        verbose.add(line);
    }

    @Override
    public boolean isVerbose(String framework, int level) {
        return true;
    }

    /** Returns the boxes and lines for the user, in order. */
    public List<String> warnings() {
        return warnings;
    }

    /** Returns the lines that are printed on demand, in order. */
    public List<String> verbose() {
        return verbose;
    }
}
