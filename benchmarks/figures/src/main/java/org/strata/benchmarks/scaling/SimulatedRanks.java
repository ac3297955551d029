package org.strata.benchmarks.scaling;

import mpi.Intracomm;
import mpi.MPIException;
import mpi.SimulatedRank;

import org.strata.bml.r2.R2Bml;
import org.strata.coll.tuned.TunedComponent;
import org.strata.coll.tuned.TunedConfig;
import org.strata.mca.base.Output;
import org.strata.mca.base.ParameterSources;
import org.strata.mca.base.Parameters;
import org.strata.mca.pml.Pml;
import org.strata.opal.counters.Counters;
import org.strata.opal.progress.IdlePolicy;
import org.strata.opal.time.Clock;
import org.strata.pml.ob1.Ob1Component;
import org.strata.pml.ob1.Ob1Config;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakeRank;
import org.strata.testkit.sim.SimComponent;
import org.strata.testkit.sim.SimLimits;
import org.strata.testkit.sim.SimNetwork;
import org.strata.testkit.sim.SimRdma;
import org.strata.testkit.sim.SimWorld;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A job of many ranks in this JVM: the real API, collectives, ob1 and r2 over a simulated network.
 * The ranks run in turn; a rank that waits passes its turn on.
 */
final class SimulatedRanks implements AutoCloseable {
    private static final int PACKET = 4096;

    /** Spins for ever: waiting is what {@link Turns} is for. */
    private static final IdlePolicy SPIN = new IdlePolicy(Integer.MAX_VALUE, 0, false);

    private final SimWorld time = new SimWorld(1);
    private final SimNetwork network = new SimNetwork(time, "sim", limits());
    private final FakeJob job;
    private final Turns turns;
    private final List<Pml> pmls = new ArrayList<>();
    private final List<SimulatedRank> ranks = new ArrayList<>();

    /** What each rank does in a run. */
    @FunctionalInterface
    interface Program {
        /** Runs in one rank. */
        void run(int rank, Intracomm world) throws MPIException;
    }

    SimulatedRanks(int size, Output output) {
        job = FakeJob.of(size);
        turns = new Turns(size, this::deliver);
        Parameters parameters = parameters();
        TunedConfig tuned = TunedConfig.from(parameters.section("coll", "tuned"));
        Ob1Config ob1 = Ob1Config.from(parameters.section("pml", "ob1"));
        for (FakeRank rank : job.ranks()) {
            ranks.add(open(rank, ob1, tuned, output));
        }
    }

    private static SimLimits limits() {
        return new SimLimits(PACKET, PACKET, 64, 2, 1000, 0, 1000, SimRdma.NONE);
    }

    private static Parameters parameters() {
        return Parameters.resolve(
                        new ParameterSources(
                                Map.of(),
                                Map.of(),
                                List.of(),
                                Path.of("").toAbsolutePath(),
                                null,
                                null,
                                SimulatedRanks.class.getClassLoader()))
                .orThrow();
    }

    private SimulatedRank open(FakeRank rank, Ob1Config ob1, TunedConfig tuned, Output output) {
        R2Bml bml = new R2Bml(List.of(new SimComponent(network, rank)), rank.proc(rank.rank()));
        Pml pml =
                new Ob1Component(
                                ob1,
                                bml,
                                rank.activeMessages(),
                                rank.engine(),
                                new Counters(),
                                output,
                                Clock.SYSTEM)
                        .pml();
        pml.open();
        pmls.add(pml);
        SimulatedRank made =
                new SimulatedRank(
                        rank.engine(),
                        rank.environment(),
                        pml,
                        new TunedComponent(tuned, rank.engine(), output, false).coll(pml, null));
        rank.engine().setIdlePolicy(SPIN);
        // Registered last: what a poll has found is handled before the turn ends.
        rank.engine().register(() -> passTurn(rank.rank()));
        return made;
    }

    private int passTurn(int rank) {
        turns.pass(rank);
        ranks.get(rank).resume();
        return 0;
    }

    /** Lets everything arrive that is on its way. */
    private void deliver() {
        boolean more = time.step();
        while (more) {
            more = time.step();
        }
    }

    int size() {
        return ranks.size();
    }

    /** Runs a program in all ranks, to its end. */
    void run(Program program) {
        turns.run(rank -> {
            ranks.get(rank).resume();
            try {
                program.run(rank, ranks.get(rank).world());
            } catch (MPIException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    @Override
    public void close() {
        SimulatedRank.forget();
        pmls.forEach(Pml::close);
        job.close();
    }
}
