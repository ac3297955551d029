package org.strata.coll.shm;

import org.strata.mca.base.Output;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps what would be printed. */
final class LineOutput implements Output {
    final List<String> warnings = new CopyOnWriteArrayList<>();
    final List<String> lines = new CopyOnWriteArrayList<>();

    @Override
    public void warn(String boxedOrLine) {
        warnings.add(boxedOrLine);
    }

    @Override
    public void verbose(String framework, int level, String line) {
        lines.add(line);
    }

    @Override
    public boolean isVerbose(String framework, int level) {
        return true;
    }
}
