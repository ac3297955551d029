package org.strata.benchmarks.papers;

import org.strata.mca.base.Output;

/** What nobody needs to read. */
public final class Silence implements Output {
    @Override
    public void warn(String boxedOrLine) {}

    @Override
    public void verbose(String framework, int level, String line) {}

    @Override
    public boolean isVerbose(String framework, int level) {
        return false;
    }
}
