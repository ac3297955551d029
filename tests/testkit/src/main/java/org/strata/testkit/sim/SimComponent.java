package org.strata.testkit.sim;

import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlComponent;
import org.strata.mca.btl.BtlErrorHandler;
import org.strata.testkit.FakeRank;

import java.util.List;

/** Factory of one rank's BTL in a simulated network. */
public final class SimComponent implements BtlComponent {
    private final SimNetwork network;
    private final FakeRank rank;

    /**
     * @param network the network
     * @param rank the rank
     */
    public SimComponent(SimNetwork network, FakeRank rank) {
        this.network = network;
        this.rank = rank;
    }

    @Override
    public String name() {
        return network.name;
    }

    @Override
    public List<Btl> open(BtlErrorHandler errors, StringBuilder refusal) {
        return List.of(new SimBtl(network, rank, errors));
    }
}
