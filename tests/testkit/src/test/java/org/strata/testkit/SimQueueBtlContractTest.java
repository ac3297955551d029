package org.strata.testkit;

import org.strata.mca.btl.BtlComponent;

import java.util.HashMap;
import java.util.Map;

/** The adapters of simulations keep the rules that the suite demands of real ones. */
final class SimQueueBtlContractTest extends QueueBtlContract {
    private static final long LONGEST = 2 << 20;
    private static final int MOST_LANES = 5;

    private final Map<FakeJob, SimQueueNet> nets = new HashMap<>();

    @Override
    protected int flags() {
        return FakeBtlConfig.REGISTERED_RDMA;
    }

    @Override
    protected BtlComponent component(FakeRank rank) {
        return new SimQueueComponent(nets.computeIfAbsent(rank.job(), this::net), rank);
    }

    private SimQueueNet net(FakeJob job) {
        FakeWire wire = new FakeWire(job.size(), FakeBtlConfig.of(FakeBtlConfig.REGISTERED_RDMA));
        return new SimQueueNet(wire, job.size(), seed.random().nextLong(), LONGEST, MOST_LANES);
    }

    /** The adapters work in the ranks' polls, and where a test lets them. */
    @Override
    protected boolean landsWithoutPolls() {
        return false;
    }

    @Override
    protected boolean landsWithoutSender() {
        return true;
    }

    /** Lanes that break and are repaired look like lanes that are slow: these are only slow. */
    @Override
    protected void breakLane(BtlStation from, BtlStation to, int lane, boolean atReceiver) {
        nets.get(from.rank().job()).run(lane);
    }

    @Override
    protected void loseLink(BtlStation from, BtlStation to) {
        nets.get(from.rank().job()).wire().cut(from.rank().rank(), to.rank().rank());
    }
}
