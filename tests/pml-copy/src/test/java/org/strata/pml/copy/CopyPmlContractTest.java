package org.strata.pml.copy;

import org.strata.bml.r2.R2Bml;
import org.strata.mca.btl.BtlComponent;
import org.strata.mca.pml.Pml;
import org.strata.testkit.FakeBtlComponent;
import org.strata.testkit.FakeBtlConfig;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakeRank;
import org.strata.testkit.FakeWire;
import org.strata.testkit.PmlContract;
import org.strata.testkit.WiredBtls;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Over a link of small limits, on which every third call finds no resource. */
final class CopyPmlContractTest extends PmlContract {
    private final Map<FakeJob, FakeWire> wires = new HashMap<>();

    @Override
    protected Pml pml(FakeRank rank) {
        List<BtlComponent> links = new ArrayList<>(WiredBtls.of(rank, "btl", "self"));
        links.add(new FakeBtlComponent(wire(rank.job()), rank));
        R2Bml bml = new R2Bml(links, rank.proc(rank.rank()));
        return new CopyPml(CopyConfig.defaults(), bml, rank.activeMessages(), rank.engine());
    }

    private FakeWire wire(FakeJob job) {
        FakeWire known = wires.get(job);
        if (known != null) {
            return known;
        }
        FakeWire made = new FakeWire(job.size(), FakeBtlConfig.of(FakeBtlConfig.SEND_ONLY));
        made.refuse(0.33, new Random(1));
        wires.put(job, made);
        return made;
    }

    @Override
    protected boolean cut(FakeJob job) {
        wires.get(job).cut(0, 1);
        return true;
    }
}
