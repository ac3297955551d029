package org.strata.btl.openib;

import org.junit.jupiter.api.io.TempDir;
import org.strata.mca.btl.BtlComponent;
import org.strata.opal.counters.Counters;
import org.strata.opal.time.Clock;
import org.strata.testkit.FakeRank;
import org.strata.verbs.soft.SoftConfig;
import org.strata.verbs.soft.SoftFabric;

import java.nio.file.Path;

/** Payload moves with the receiver's help: lanes break while a message lands. */
final class HelpQueueContractTest extends QueueContract {
    @TempDir Path directory;

    HelpQueueContractTest() {
        super(new SoftJob(SoftConfig.defaults(), Settings.with("max-reconnects", "1000")));
    }

    @Override
    protected BtlComponent component(FakeRank rank) {
        SoftFabric fabric = SoftFabric.onHost(directory, rank.job().jobId(), SoftFabric.Reach.HELP);
        return adapters.component(rank, fabric, Clock.SYSTEM, null, new Counters());
    }
}
