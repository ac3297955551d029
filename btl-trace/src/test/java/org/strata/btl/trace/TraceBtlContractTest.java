package org.strata.btl.trace;

import org.strata.mca.btl.BtlComponent;
import org.strata.mca.btl.BtlComponents;
import org.strata.testkit.BtlContract;
import org.strata.testkit.BtlStation;
import org.strata.testkit.FakeBtlComponent;
import org.strata.testkit.FakeBtlConfig;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakeRank;
import org.strata.testkit.FakeWire;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A traced link is a link. */
final class TraceBtlContractTest extends BtlContract {
    private final Map<FakeJob, FakeWire> wires = new HashMap<>();

    @Override
    protected int flags() {
        return FakeBtlConfig.REGISTERED_RDMA;
    }

    @Override
    protected BtlComponent component(FakeRank rank) {
        FakeBtlConfig config = FakeBtlConfig.of(FakeBtlConfig.REGISTERED_RDMA);
        FakeWire wire = wires.computeIfAbsent(rank.job(), job -> new FakeWire(job.size(), config));
        TraceConfig trace = new TraceConfig(List.of("fake"), "/dev/null", false);
        return BtlComponents.decorated(
                        List.of(new FakeBtlComponent(wire, rank)),
                        List.of(Traces.decorator(rank, trace)))
                .all()
                .getFirst();
    }

    @Override
    protected boolean breakLink(BtlStation a, BtlStation b) {
        wires.get(a.rank().job()).cut(a.rank().rank(), b.rank().rank());
        return true;
    }

    @Override
    protected boolean allocates() {
        return true;
    }
}
