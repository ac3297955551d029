package org.strata.testkit.sim;

import java.util.ArrayList;
import java.util.List;

/** One simulated network: a BTL per rank; packets of a pair stay in order, pairs do not wait. */
public final class SimNetwork {
    final SimWorld world;
    final SimLimits limits;
    final String name;
    final List<SimBtl> btls = new ArrayList<>();

    /** Memory of the packets on their way. */
    final SimPackets packets;

    private int rdmaLeft;
    private RdmaWatcher rdmaWatcher;

    /**
     * @param world time and chance
     * @param name for messages: {@code "sim0"}
     * @param limits what its BTLs are like
     */
    public SimNetwork(SimWorld world, String name, SimLimits limits) {
        this.world = world;
        this.name = name;
        this.limits = limits;
        this.packets = new SimPackets(Math.max(limits.eagerLimit(), limits.maxSendSize()));
    }

    /** What happens when RDMA begins. */
    @FunctionalInterface
    public interface RdmaWatcher {
        /** A put or get of one rank to or from another has begun. */
        void onStart(int rank, int peer);
    }

    /** Calls a watcher, once, when so many puts and gets have begun. */
    public void atRdma(int count, RdmaWatcher watcher) {
        rdmaLeft = count;
        rdmaWatcher = watcher;
    }

    void rdmaStarted(int rank, int peer) {
        if (rdmaWatcher != null && --rdmaLeft < 0) {
            RdmaWatcher watcher = rdmaWatcher;
            rdmaWatcher = null;
            watcher.onStart(rank, peer);
        }
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
