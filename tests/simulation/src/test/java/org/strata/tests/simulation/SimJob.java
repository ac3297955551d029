package org.strata.tests.simulation;

import org.strata.bml.r2.R2Bml;
import org.strata.btl.self.SelfComponent;
import org.strata.btl.self.SelfConfig;
import org.strata.mca.btl.BtlComponent;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.Pml;
import org.strata.mca.proc.Proc;
import org.strata.opal.counters.Counters;
import org.strata.pml.ob1.Ob1Component;
import org.strata.pml.ob1.Ob1Config;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakeRank;
import org.strata.testkit.sim.SimComponent;
import org.strata.testkit.sim.SimLimits;
import org.strata.testkit.sim.SimNetwork;
import org.strata.testkit.sim.SimWorld;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** A simulated job: real ob1 and r2 per rank over simulated networks. */
final class SimJob implements AutoCloseable {
    final SimWorld world;
    final FakeJob job;
    final List<Pml> pmls = new ArrayList<>();
    final List<SimNetwork> networks = new ArrayList<>();

    /** What all ranks' PMLs have done. */
    final Counters counters = new Counters();

    private final CommContext[][] comms;

    SimJob(SimWorld world, int ranks, int commCount, Ob1Config config, List<SimLimits> limits) {
        this.world = world;
        this.job = FakeJob.of(ranks);
        this.comms = new CommContext[ranks][commCount];
        for (int i = 0; i < limits.size(); i++) {
            networks.add(new SimNetwork(world, "sim" + i, limits.get(i)));
        }
        for (FakeRank rank : job.ranks()) {
            List<BtlComponent> links = new ArrayList<>();
            networks.forEach(network -> links.add(new SimComponent(network, rank)));
            pmls.add(open(rank, links, config));
        }
    }

    /** Makes a job over other links than simulated networks. */
    SimJob(
            SimWorld world,
            int ranks,
            int commCount,
            Ob1Config config,
            Function<FakeRank, BtlComponent> links) {
        this.world = world;
        this.job = FakeJob.of(ranks);
        this.comms = new CommContext[ranks][commCount];
        for (FakeRank rank : job.ranks()) {
            pmls.add(open(rank, List.of(links.apply(rank)), config));
        }
    }

    private Pml open(FakeRank rank, List<BtlComponent> links, Ob1Config config) {
        List<BtlComponent> components = new ArrayList<>();
        components.add(
                new SelfComponent(
                        new SelfConfig(65536, 1024, 128 << 10, 16 << 10, 0, 1 << 30, 0, 0, 100, 64),
                        rank.environment(),
                        rank.engine(),
                        rank.activeMessages()));
        components.addAll(links);
        R2Bml bml = new R2Bml(components, rank.proc(rank.rank()));
        Ob1Component ob1 =
                new Ob1Component(config, bml, rank.activeMessages(), rank.engine(), counters, null);
        ob1.pml().open();
        return ob1.pml();
    }

    /** Cuts random links at random times, but never the last network. */
    void planCuts() {
        for (int i = 0; i < networks.size() - 1; i++) {
            SimNetwork network = networks.get(i);
            for (int cuts = world.random().nextInt(3); cuts > 0; cuts--) {
                int a = world.random().nextInt(pmls.size());
                int b = (a + 1 + world.random().nextInt(pmls.size() - 1)) % pmls.size();
                world.at(world.random().nextInt(100_000), () -> network.cut(a, b));
            }
        }
    }

    /** Returns a rank's communicator, made known to its PML on first use. */
    CommContext comm(int rank, int index) {
        if (comms[rank][index] == null) {
            Proc[] peers = job.rank(rank).procs().toArray(new Proc[0]);
            comms[rank][index] = new CommContext(index, rank, peers, rank);
            pmls.get(rank).addComm(comms[rank][index]);
        }
        return comms[rank][index];
    }

    /** Lets what is still on its way arrive: then no memory may be registered any more. */
    void settle() {
        for (int turn = 0; turn < 1_000_000; turn++) {
            if (networks.stream().allMatch(SimNetwork::nothingRegistered)) {
                return;
            }
            job.progress();
            world.step();
        }
        throw new AssertionError("memory stays registered");
    }

    @Override
    public void close() {
        pmls.forEach(Pml::close);
        job.close();
    }
}
