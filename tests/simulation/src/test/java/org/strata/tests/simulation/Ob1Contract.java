package org.strata.tests.simulation;

import org.strata.bml.r2.R2Bml;
import org.strata.btl.self.SelfComponent;
import org.strata.btl.self.SelfConfig;
import org.strata.mca.btl.BtlComponent;
import org.strata.mca.pml.Pml;
import org.strata.pml.ob1.Ob1Config;
import org.strata.pml.ob1.Ob1Pml;
import org.strata.testkit.FakeBtlComponent;
import org.strata.testkit.FakeBtlConfig;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakeRank;
import org.strata.testkit.FakeWire;
import org.strata.testkit.PmlContract;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The PML's contract for real ob1 and r2 over fake links; subclasses say which links. */
abstract class Ob1Contract extends PmlContract {
    private final FakeBtlConfig[] links;
    private final Map<FakeJob, List<FakeWire>> wires = new HashMap<>();

    Ob1Contract(FakeBtlConfig... links) {
        this.links = links;
    }

    @Override
    protected Pml pml(FakeRank rank) {
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
        R2Bml bml = new R2Bml(components, rank.proc(rank.rank()));
        return new Ob1Pml(Ob1Config.defaults(), bml, rank.activeMessages(), rank.engine());
    }

    private List<FakeWire> wires(FakeJob job) {
        List<FakeWire> made = new ArrayList<>();
        for (FakeBtlConfig link : links) {
            made.add(new FakeWire(job.size(), link));
        }
        return made;
    }
}
