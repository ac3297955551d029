package org.strata.tests.simulation;

import org.junit.jupiter.api.Tag;
import org.strata.bml.r2.R2Bml;
import org.strata.btl.self.SelfComponent;
import org.strata.btl.self.SelfConfig;
import org.strata.mca.btl.BtlComponent;
import org.strata.mca.pml.Pml;
import org.strata.pml.ob1.Ob1Config;
import org.strata.pml.ob1.Ob1Pml;
import org.strata.pml.tupleq.TupleqConfig;
import org.strata.pml.tupleq.TupleqPml;
import org.strata.testkit.FakeBtlConfig;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakeRank;
import org.strata.testkit.FakeWire;
import org.strata.testkit.PmlContract;
import org.strata.testkit.SimQueueComponent;
import org.strata.testkit.SimQueueNet;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The PML's contract for tupleq on ob1, over adapters that match; subclasses set parameters. */
@Tag("contract")
abstract class TupleqContract extends PmlContract {
    /** Less than the contract's long messages, which take detours. */
    private static final long LONGEST = 200_000;

    private final TupleqConfig config;
    private final Map<FakeJob, SimQueueNet> nets = new HashMap<>();
    private final Map<FakeJob, FakeWire> wires = new HashMap<>();

    TupleqContract(TupleqSettings settings) {
        config = settings.config();
    }

    @Override
    protected Pml pml(FakeRank rank) {
        SimQueueNet net = nets.computeIfAbsent(rank.job(), this::net);
        BtlComponent self =
                new SelfComponent(
                        SelfConfig.defaults(),
                        rank.environment(),
                        rank.engine(),
                        rank.activeMessages());
        R2Bml bml =
                new R2Bml(List.of(self, new SimQueueComponent(net, rank)), rank.proc(rank.rank()));
        Ob1Config ob1 =
                Ob1Config.defaults().withFirstSequence(firstNumber()).withUnexpectedPause(PAUSE);
        Ob1Pml below = new Ob1Pml(ob1, bml, rank.activeMessages(), rank.engine());
        return new TupleqPml(
                config, below, bml, rank.oob(), rank.engine(), rank.rank(), TupleqContract::fail);
    }

    private static void fail(String notice) {
        throw new AssertionError(notice);
    }

    private SimQueueNet net(FakeJob job) {
        FakeWire wire = new FakeWire(job.size(), FakeBtlConfig.of(FakeBtlConfig.REGISTERED_RDMA));
        wires.put(job, wire);
        return new SimQueueNet(wire, job.size(), 1, LONGEST, config.lanes() + 1);
    }

    @Override
    protected boolean cut(FakeJob job) {
        wires.get(job).cut(0, 1);
        return true;
    }
}
