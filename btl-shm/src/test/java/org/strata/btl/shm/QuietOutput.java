package org.strata.btl.shm;

import org.strata.mca.base.Output;

import java.util.ArrayList;
import java.util.List;

/** Keeps what the stack says. */
final class QuietOutput implements Output {
    final List<String> warnings = new ArrayList<>();
    final List<String> verbose = new ArrayList<>();

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
}
