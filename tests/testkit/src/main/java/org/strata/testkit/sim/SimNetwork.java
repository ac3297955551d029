package org.strata.testkit.sim;

import java.util.ArrayList;
import java.util.List;

/** One simulated network: a BTL per rank; packets of a pair stay in order, pairs do not wait. */
public final class SimNetwork {
    final SimWorld world;
    final SimLimits limits;
    final String name;
    final List<SimBtl> btls = new ArrayList<>();

    /**
     * @param world time and chance
     * @param name for messages: {@code "sim0"}
     * @param limits what its BTLs are like
     */
    public SimNetwork(SimWorld world, String name, SimLimits limits) {
        this.world = world;
        this.name = name;
        this.limits = limits;
    }

    /** Cuts the link between two ranks; each side is told some time later. */
    public void cut(int a, int b) {
        btl(a).cut(b);
        btl(b).cut(a);
    }

    /** Returns whether no rank has memory registered with this network. */
    public boolean nothingRegistered() {
        return btls.stream().allMatch(SimBtl::nothingRegistered);
    }

    SimBtl btl(int rank) {
        return btls.get(rank);
    }
}
