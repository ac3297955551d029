package org.strata.btl.fault;

import org.strata.mca.base.Output;
import org.strata.mca.btl.BtlComponent;
import org.strata.mca.btl.BtlComponents;
import org.strata.opal.time.Clock;
import org.strata.testkit.BtlStation;
import org.strata.testkit.FakeRank;

import java.util.List;

/** Components with faults, made by hand. */
final class Faults {
    /** No faults at all. */
    static final FaultConfig NONE = new FaultConfig(List.of(), 1, 0, 0, 0, 1, 0, 0);

    private Faults() {}

    /** Returns what decorates a rank's BTLs of any name. */
    static BtlComponent on(BtlComponent component, FakeRank rank, FaultConfig config) {
        FaultConfig all =
                new FaultConfig(
                        List.of(component.name()),
                        config.seed(),
                        config.noResource(),
                        config.partial(),
                        config.delay(),
                        config.delayMaxNanos(),
                        config.linkDeath(),
                        config.linkDeathAfter());
        FaultDecorator decorator =
                new FaultDecorator(
                        all,
                        rank.environment(),
                        rank.activeMessages(),
                        rank.engine(),
                        Clock.SYSTEM,
                        new Silence());
        return BtlComponents.decorated(List.of(component), List.of(decorator)).all().getFirst();
    }

    /** Lets the link between two stations die, as the dice would. */
    static void kill(BtlStation a, BtlStation b) {
        ((FaultBtl) a.btl()).kill(a.to(b));
    }

    private static final class Silence implements Output {
        @Override
        public void warn(String boxedOrLine) {}

        @Override
        public void verbose(String framework, int level, String line) {}

        @Override
        public boolean isVerbose(String framework, int level) {
            return false;
        }
    }
}
