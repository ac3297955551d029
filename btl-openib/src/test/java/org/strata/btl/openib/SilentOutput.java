package org.strata.btl.openib;

import org.strata.mca.base.Output;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps what users would read; prints states when {@code -Dtrace} is set. */
final class SilentOutput implements Output {
    final List<String> warnings = new CopyOnWriteArrayList<>();

    @Override
    public void warn(String boxedOrLine) {
        warnings.add(boxedOrLine);
    }

    @Override
    public void verbose(String framework, int level, String line) {
        if (isVerbose(framework, level)) {
            System.err.println(line);
        }
    }

    @Override
    public boolean isVerbose(String framework, int level) {
        return Boolean.getBoolean("trace");
    }
}
