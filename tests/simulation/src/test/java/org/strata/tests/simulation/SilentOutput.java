package org.strata.tests.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.strata.mca.base.Output;

/** Shows verbose lines with {@code -Dtrace=true}, and nothing else. */
final class SilentOutput implements Output {
    @Override
    public void warn(String boxedOrLine) {
        assertThat(boxedOrLine).isNotBlank();
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
