package org.strata.btl.trace;

import org.strata.mca.base.Output;
import org.strata.opal.time.Clock;
import org.strata.testkit.FakeRank;

import java.util.ArrayList;
import java.util.List;

/** Decorators made by hand. */
final class Traces {
    private Traces() {}

    static TraceDecorator decorator(FakeRank rank, TraceConfig config) {
        return decorator(rank, config, new ArrayList<>());
    }

    static TraceDecorator decorator(FakeRank rank, TraceConfig config, List<String> lines) {
        Clock still = () -> 0;
        return new TraceDecorator(
                config, rank.environment(), rank.activeMessages(), still, new Lines(lines));
    }

    private record Lines(List<String> lines) implements Output {
        @Override
        public void warn(String boxedOrLine) {
            lines.add(boxedOrLine);
        }

        @Override
        public void verbose(String framework, int level, String line) {}

        @Override
        public boolean isVerbose(String framework, int level) {
            return false;
        }
    }
}
