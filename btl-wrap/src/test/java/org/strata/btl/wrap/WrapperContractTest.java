package org.strata.btl.wrap;

import org.strata.mca.btl.ActiveMessages;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlComponent;
import org.strata.mca.btl.BtlComponents;
import org.strata.mca.btl.BtlErrorHandler;
import org.strata.mca.btl.RdmaBtl;
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

/** A link inside two wrappers that change nothing is still a link. */
final class WrapperContractTest extends BtlContract {
    private final Map<FakeJob, FakeWire> wires = new HashMap<>();

    private static final class Wrapper extends BtlWrapper implements RdmaBtl {
        Wrapper(Btl link, String prefix, BtlErrorHandler errors) {
            super(link, prefix, errors);
        }
    }

    private static final class Plain extends WrappingDecorator {
        private final String name;

        Plain(String name, ActiveMessages messages) {
            super("fake"::equals, messages);
            this.name = name;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        protected BtlWrapper wrap(Btl link, BtlErrorHandler errors) {
            return new Wrapper(link, name, errors);
        }
    }

    @Override
    protected int flags() {
        return FakeBtlConfig.REGISTERED_RDMA;
    }

    @Override
    protected BtlComponent component(FakeRank rank) {
        FakeBtlConfig config = FakeBtlConfig.of(FakeBtlConfig.REGISTERED_RDMA);
        FakeWire wire = wires.computeIfAbsent(rank.job(), job -> new FakeWire(job.size(), config));
        ActiveMessages messages = rank.activeMessages();
        return BtlComponents.decorated(
                        List.of(new FakeBtlComponent(wire, rank)),
                        List.of(new Plain("one", messages), new Plain("two", messages)))
                .all()
                .getFirst();
    }

    @Override
    protected boolean breakLink(BtlStation a, BtlStation b) {
        wires.get(a.rank().job()).cut(a.rank().rank(), b.rank().rank());
        return true;
    }
}
