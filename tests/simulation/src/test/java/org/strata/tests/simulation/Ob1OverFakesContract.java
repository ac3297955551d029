package org.strata.tests.simulation;

import org.strata.btl.self.SelfComponent;
import org.strata.btl.self.SelfConfig;
import org.strata.mca.btl.BtlComponent;
import org.strata.testkit.FakeBtlComponent;
import org.strata.testkit.FakeBtlConfig;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakeRank;
import org.strata.testkit.FakeWire;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Over fake links, which are small and strict. */
abstract class Ob1OverFakesContract extends Ob1Contract {
    private final FakeBtlConfig[] configs;
    private final Map<FakeJob, List<FakeWire>> wires = new HashMap<>();

    Ob1OverFakesContract(FakeBtlConfig... configs) {
        this.configs = configs;
    }

    @Override
    Collection<BtlComponent> links(FakeRank rank) {
        List<BtlComponent> components = new ArrayList<>();
        components.add(
                new SelfComponent(
                        SelfConfig.defaults(),
                        rank.environment(),
                        rank.engine(),
                        rank.activeMessages()));
        for (FakeWire wire : wires.computeIfAbsent(rank.job(), this::wires)) {
            components.add(new FakeBtlComponent(wire, rank));
        }
        return components;
    }

    @Override
    protected boolean cut(FakeJob job) {
        wires.get(job).forEach(wire -> wire.cut(0, 1));
        return true;
    }

    /** Makes a wire misbehave; this one does not. */
    void prepare(FakeWire wire) {}

    private List<FakeWire> wires(FakeJob job) {
        List<FakeWire> made = new ArrayList<>();
        for (FakeBtlConfig config : configs) {
            FakeWire wire = new FakeWire(job.size(), config);
            prepare(wire);
            made.add(wire);
        }
        return made;
    }
}
