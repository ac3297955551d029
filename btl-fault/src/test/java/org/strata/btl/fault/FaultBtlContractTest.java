package org.strata.btl.fault;

import org.junit.jupiter.api.Nested;
import org.strata.btl.self.SelfComponent;
import org.strata.btl.self.SelfConfig;
import org.strata.mca.btl.BtlAttributes;
import org.strata.mca.btl.BtlComponent;
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

/** A wrapped link is a link: without faults, and with all that the contract allows. */
final class FaultBtlContractTest extends BtlContract {
    private static final FaultConfig DELAYS =
            new FaultConfig(List.of(), 1, 0, 0, 0.2, 20_000, 0, 0);

    private final Map<FakeJob, FakeWire> wires = new HashMap<>();

    @Override
    protected int flags() {
        return FakeBtlConfig.REGISTERED_RDMA;
    }

    @Override
    protected BtlComponent component(FakeRank rank) {
        return Faults.on(fake(wires, rank, FakeBtlConfig.REGISTERED_RDMA), rank, Faults.NONE);
    }

    @Override
    protected boolean breakLink(BtlStation a, BtlStation b) {
        Faults.kill(a, b);
        return true;
    }

    private static BtlComponent fake(Map<FakeJob, FakeWire> wires, FakeRank rank, int flags) {
        FakeBtlConfig config = FakeBtlConfig.of(flags);
        FakeWire wire = wires.computeIfAbsent(rank.job(), job -> new FakeWire(job.size(), config));
        return new FakeBtlComponent(wire, rank);
    }

    /** Some operations are held back. */
    @Nested
    final class Delayed extends BtlContract {
        private final Map<FakeJob, FakeWire> wires = new HashMap<>();

        @Override
        protected int flags() {
            return FakeBtlConfig.RDMA;
        }

        @Override
        protected BtlComponent component(FakeRank rank) {
            return Faults.on(fake(wires, rank, FakeBtlConfig.RDMA), rank, DELAYS);
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

        @Override
        protected boolean holdsBack() {
            return true;
        }
    }

    /** Around a link without puts and gets. */
    @Nested
    final class SendsOnly extends BtlContract {
        private final Map<FakeJob, FakeWire> wires = new HashMap<>();

        @Override
        protected int flags() {
            return FakeBtlConfig.SEND_ONLY;
        }

        @Override
        protected BtlComponent component(FakeRank rank) {
            return Faults.on(fake(wires, rank, FakeBtlConfig.SEND_ONLY), rank, DELAYS);
        }

        @Override
        protected boolean breakLink(BtlStation a, BtlStation b) {
            Faults.kill(b, a);
            return true;
        }

        @Override
        protected boolean holdsBack() {
            return true;
        }

        @Override
        protected boolean allocates() {
            return true;
        }
    }

    /** Around the loopback. */
    @Nested
    final class Self extends BtlContract {
        @Override
        protected int flags() {
            return BtlAttributes.FLAG_SEND | BtlAttributes.FLAG_PUT | BtlAttributes.FLAG_GET;
        }

        @Override
        protected BtlComponent component(FakeRank rank) {
            return Faults.on(
                    new SelfComponent(
                            SelfConfig.defaults(),
                            rank.environment(),
                            rank.engine(),
                            rank.activeMessages()),
                    rank,
                    DELAYS);
        }

        @Override
        protected boolean allocates() {
            return true;
        }

        @Override
        protected boolean loopbackOnly() {
            return true;
        }
    }
}
