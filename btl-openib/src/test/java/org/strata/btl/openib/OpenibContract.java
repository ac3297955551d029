package org.strata.btl.openib;

import org.strata.mca.btl.BtlAttributes;
import org.strata.mca.btl.BtlComponent;
import org.strata.testkit.BtlContract;
import org.strata.testkit.BtlStation;
import org.strata.testkit.FakeRank;
import org.strata.verbs.soft.SoftConfig;

/**
 * The contract over software adapters in this JVM, without rings; subclasses say how they are set
 * up.
 */
abstract class OpenibContract extends BtlContract {
    private final SoftJob job;

    OpenibContract(SoftConfig.Mode mode, String... changes) {
        this(SoftConfig.defaults().withMode(mode), changes);
    }

    OpenibContract(SoftConfig adapters, String... changes) {
        this(new SoftJob(adapters, Settings.withoutRings(changes)));
    }

    OpenibContract(SoftJob job) {
        this.job = job;
    }

    @Override
    protected int flags() {
        return BtlAttributes.FLAG_SEND
                | BtlAttributes.FLAG_PUT
                | BtlAttributes.FLAG_GET
                | BtlAttributes.FLAG_NEEDS_REGISTRATION
                | BtlAttributes.FLAG_ATOMICS;
    }

    @Override
    protected BtlComponent component(FakeRank rank) {
        return job.component(rank);
    }

    @Override
    protected boolean breakLink(BtlStation a, BtlStation b) {
        ((OpenibEndpoint) a.to(b)).connection().fail("broken by the test");
        return true;
    }
}
