package org.strata.tests.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.strata.bml.r2.R2Bml;
import org.strata.btl.self.SelfComponent;
import org.strata.btl.self.SelfConfig;
import org.strata.mca.btl.BtlComponent;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.SendMode;
import org.strata.mca.proc.Proc;
import org.strata.opal.counters.Counters;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayouts;
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

    /** Most plans are in the middle of their traffic then. */
    private static final int MOST_TRAFFIC_NANOS = 30_000;

    private static final int LAST_TAG = 99;
    private static final Buf NOTHING = new Buf(null, 0, 0, DataLayouts.BYTE);

    private final CommContext[][] comms;

    /** The two ranks that are cut off from each other, or -1. */
    private int lostA = -1;

    private int lostB = -1;

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
                        SelfConfig.defaults(),
                        rank.environment(),
                        rank.engine(),
                        rank.activeMessages()));
        components.addAll(links);
        R2Bml bml = new R2Bml(components, rank.proc(rank.rank()));
        Ob1Component ob1 =
                new Ob1Component(
                        config,
                        bml,
                        rank.activeMessages(),
                        rank.engine(),
                        counters,
                        null,
                        world::now);
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

    /**
     * Cuts two ranks off from each other, at some time or while memory moves between them. They
     * have met before: a rank does not look after links to peers that it has had nothing to do
     * with.
     */
    void planLoss() {
        if (world.random().nextBoolean()) {
            int count = world.random().nextInt(20);
            networks.forEach(network -> network.atRdma(count, this::lose));
            return;
        }
        int a = world.random().nextInt(pmls.size());
        int b = (a + 1 + world.random().nextInt(pmls.size() - 1)) % pmls.size();
        exchange(a, b);
        exchange(b, a);
        long time = world.now() + world.random().nextInt(MOST_TRAFFIC_NANOS);
        world.at(time, () -> lose(a, b));
    }

    /** Cuts the links between two ranks in every network, at nearly the same time. */
    private void lose(int a, int b) {
        if (lostA < 0) {
            lostA = a;
            lostB = b;
            for (SimNetwork network : networks) {
                world.at(world.now() + world.random().nextInt(1000), () -> network.cut(a, b));
            }
        }
    }

    /** Returns whether two ranks are cut off from each other. */
    boolean loses(int a, int b) {
        return (a == lostA && b == lostB) || (a == lostB && b == lostA);
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

    /**
     * Lets what is still on its way arrive: then no memory may be registered any more, and every
     * rank must be ready for Finalize, with all it has sent acknowledged.
     */
    void settle() {
        for (int turn = 0; turn < 1_000_000; turn++) {
            if (networks.stream().allMatch(SimNetwork::nothingRegistered)
                    && pmls.stream().allMatch(pml -> pml.flush(() -> true))) {
                return;
            }
            job.progress();
            world.step();
        }
        assertThat(networks).as("memory stays registered").allMatch(SimNetwork::nothingRegistered);
        throw new AssertionError("something is never acknowledged");
    }

    /** Everything has been received: no rank may still hold back data that another asked it to. */
    void checkNobodyHoldsBack() {
        long before = held();
        for (int from = 0; from < pmls.size(); from++) {
            for (int to = 0; to < pmls.size(); to++) {
                if (!loses(from, to)) {
                    exchange(from, to);
                }
            }
        }
        assertThat(held()).as("messages held back").isEqualTo(before);
    }

    private long held() {
        return counters.all().stream()
                .filter(counter -> counter.name().equals("pml_ob1_held_sent"))
                .mapToLong(counter -> counter.value().getAsLong())
                .sum();
    }

    private void exchange(int from, int to) {
        PmlRequest receive = pmls.get(to).ireceive(NOTHING, from, LAST_TAG, comm(to, 0));
        SendMode mode = SendMode.STANDARD;
        PmlRequest send = pmls.get(from).isend(NOTHING, to, LAST_TAG, mode, comm(from, 0));
        for (int turn = 0; !(receive.isDone() && send.isDone()); turn++) {
            assertThat(turn).as("turns").isLessThan(1_000_000);
            job.progress();
            world.step();
        }
    }

    @Override
    public void close() {
        pmls.forEach(Pml::close);
        job.close();
    }
}
