package org.strata.btl.tcp;

import org.strata.mca.base.Output;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps what a component says, verbose lines too. */
final class RecordingOutput implements Output {
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

    List<String> warnings() {
        return warnings;
    }

    List<String> verbose() {
        return verbose;
    }
}
