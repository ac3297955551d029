package org.strata.testkit;

import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlComponent;
import org.strata.mca.btl.BtlErrorHandler;

import java.util.List;

/** Opens the {@link SimQueueBtl} of one rank. */
public final class SimQueueComponent implements BtlComponent {
    private final SimQueueNet net;
    private final FakeRank rank;

    /**
     * @param net joins the ranks
     * @param rank the rank it is for
     */
    public SimQueueComponent(SimQueueNet net, FakeRank rank) {
        this.net = net;
        this.rank = rank;
    }

    @Override
    public String name() {
        return net.wire().config().attributes().name();
    }

    @Override
    public List<Btl> open(BtlErrorHandler errors, StringBuilder refusal) {
        return List.of(new SimQueueBtl(net, rank, errors));
    }
}
