package org.strata.testkit.timed;

import org.strata.verbs.Context;
import org.strata.verbs.Provider;

import java.util.List;

/** Another provider's devices, in virtual time. */
final class TimedProvider implements Provider {
    private final TimedNetwork network;
    private final TimedRank rank;
    private final Provider inner;

    TimedProvider(TimedNetwork network, TimedRank rank, Provider inner) {
        this.network = network;
        this.rank = rank;
        this.inner = inner;
    }

    @Override
    public String name() {
        return inner.name();
    }

    @Override
    public List<String> devices() {
        return inner.devices();
    }

    @Override
    public String absence() {
        return inner.absence();
    }

    @Override
    public int memoryNode(String device) {
        return inner.memoryNode(device);
    }

    @Override
    public Context open(String device) {
        return new TimedContext(network, rank, inner.open(device));
    }
}
