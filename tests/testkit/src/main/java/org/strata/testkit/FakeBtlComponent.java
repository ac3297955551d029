package org.strata.testkit;

import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlComponent;
import org.strata.mca.btl.BtlErrorHandler;

import java.util.List;

/** Opens the {@link FakeBtl} of one rank on a wire. */
public final class FakeBtlComponent implements BtlComponent {
    private final FakeWire wire;
    private final FakeRank rank;

    /**
     * @param wire joins the ranks
     * @param rank the rank it is for
     */
    public FakeBtlComponent(FakeWire wire, FakeRank rank) {
        this.wire = wire;
        this.rank = rank;
    }

    @Override
    public String name() {
        return wire.config().attributes().name();
    }

    @Override
    public List<Btl> open(BtlErrorHandler errors, StringBuilder refusal) {
        return List.of(new FakeBtl(wire, rank, errors));
    }
}
