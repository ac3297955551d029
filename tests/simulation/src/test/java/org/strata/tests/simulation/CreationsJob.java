package org.strata.tests.simulation;

import mpi.Intracomm;
import mpi.MPIException;
import mpi.SimulatedRank;

import org.strata.bml.r2.R2Bml;
import org.strata.btl.self.SelfComponent;
import org.strata.btl.self.SelfConfig;
import org.strata.coll.tuned.TunedComponent;
import org.strata.coll.tuned.TunedConfig;
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
import org.strata.testkit.sim.SimWorld;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A job whose ranks have several threads: the real API, collectives, ob1 and r2 over a simulated
 * network. A thread that waits passes its turn on, as one that leaves the bracket does.
 */
final class CreationsJob implements AutoCloseable {
    private static final long MOST_TURNS = 3_000_000;

    /** Spins for ever: waiting is what {@link RandomTurns} is for. */
    private static final IdlePolicy SPIN = new IdlePolicy(Integer.MAX_VALUE, 0, false);

    private final SimWorld world;
    private final SimNetwork network;
    private final FakeJob job;
    private final RandomTurns turns;
    private final List<Pml> pmls = new ArrayList<>();
    private final List<SimulatedRank> ranks = new ArrayList<>();

    /** What a thread does. */
    @FunctionalInterface
    interface Program {
        /** Runs in one thread of one rank. */
        void run(Intracomm world) throws MPIException;
    }

    CreationsJob(SimWorld world, int size, SimLimits limits) {
        this.world = world;
        network = new SimNetwork(world, "sim", limits);
        job = FakeJob.of(size);
        turns = new RandomTurns(world.random(), MOST_TURNS, this::deliver);
        Parameters parameters = parameters();
        for (FakeRank rank : job.ranks()) {
            ranks.add(open(rank, parameters));
        }
    }

    /** Blocking calls of one thread must not assume that no other one is inside. */
    private static Parameters parameters() {
        Map<String, String> commandLine = new LinkedHashMap<>();
        ParameterSources.addCommandLine(commandLine, "pml_ob1_fast_path", "0");
        Path here = Path.of("").toAbsolutePath();
        ClassLoader loader = CreationsJob.class.getClassLoader();
        return Parameters.resolve(
                        new ParameterSources(
                                commandLine, Map.of(), List.of(), here, null, null, loader))
                .orThrow();
    }

    private SimulatedRank open(FakeRank rank, Parameters parameters) {
        SelfComponent self =
                new SelfComponent(
                        SelfConfig.defaults(),
                        rank.environment(),
                        rank.engine(),
                        rank.activeMessages());
        R2Bml bml =
                new R2Bml(List.of(self, new SimComponent(network, rank)), rank.proc(rank.rank()));
        SilentOutput output = new SilentOutput();
        Pml pml =
                new Ob1Component(
                                Ob1Config.from(parameters.section("pml", "ob1")),
                                bml,
                                rank.activeMessages(),
                                rank.engine(),
                                new Counters(),
                                output,
                                Clock.SYSTEM)
                        .pml();
        pml.open();
        pmls.add(pml);
        TunedConfig tuned = TunedConfig.from(parameters.section("coll", "tuned"));
        SimulatedRank made =
                new SimulatedRank(
                        rank.engine(),
                        rank.environment(),
                        pml,
                        new TunedComponent(tuned, rank.engine(), output, false).coll(pml, null));
        rank.engine().setIdlePolicy(SPIN);
        rank.engine().register(this::passTurn);
        return made;
    }

    private int passTurn() {
        turns.pass();
        return 0;
    }

    /** Lets some of what is on its way arrive. */
    private void deliver() {
        for (int i = world.random().nextInt(3); i > 0; i--) {
            world.step();
        }
    }

    /** Adds a thread to a rank: before {@link #run}, or by a thread that runs. */
    void add(int rank, String name, Program program) {
        SimulatedRank own = ranks.get(rank);
        turns.add(
                "rank " + rank + ": " + name,
                own::resume,
                () -> {
                    try {
                        program.run(own.world());
                    } catch (MPIException e) {
                        throw new IllegalStateException(e);
                    }
                });
    }

    /** Runs all threads to their ends. */
    void run() {
        turns.run();
    }

    @Override
    public void close() {
        SimulatedRank.forget();
        pmls.forEach(Pml::close);
        job.close();
    }
}
