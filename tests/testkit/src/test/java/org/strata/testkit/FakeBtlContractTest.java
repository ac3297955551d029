package org.strata.testkit;

import org.strata.mca.btl.BtlComponent;

import java.util.HashMap;
import java.util.Map;

/** The fake keeps the rules that the suite demands of real ones. */
final class FakeBtlContractTest extends BtlContract {
    private final Map<FakeJob, FakeWire> wires = new HashMap<>();

    @Override
    protected int flags() {
        return FakeBtlConfig.REGISTERED_RDMA;
    }

    @Override
    protected BtlComponent component(FakeRank rank) {
        FakeBtlConfig config = FakeBtlConfig.of(FakeBtlConfig.REGISTERED_RDMA);
        FakeWire wire = wires.computeIfAbsent(rank.job(), job -> new FakeWire(job.size(), config));
        return new FakeBtlComponent(wire, rank);
    }

    @Override
    protected boolean breakLink(BtlStation a, BtlStation b) {
        wires.get(a.rank().job()).cut(a.rank().rank(), b.rank().rank());
        return true;
    }
}
