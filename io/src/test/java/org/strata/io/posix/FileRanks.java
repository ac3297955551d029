package org.strata.io.posix;

import org.strata.coll.tuned.TunedComponent;
import org.strata.coll.tuned.TunedConfig;
import org.strata.mca.base.Output;
import org.strata.mca.base.ParameterSources;
import org.strata.mca.base.Parameters;
import org.strata.mca.coll.Coll;
import org.strata.mca.io.Io;
import org.strata.mca.pml.CommContext;
import org.strata.opal.progress.ProgressEngine;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakePml;
import org.strata.testkit.FakeRank;
import org.strata.testkit.RankThreads;

import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Ranks in this JVM that use files together: real collectives over a fake PML. */
final class FileRanks {
    private static final Parameters PARAMETERS =
            Parameters.resolve(
                    new ParameterSources(
                            Map.of(),
                            Map.of(),
                            List.of(),
                            Path.of("").toAbsolutePath(),
                            null,
                            Path.of("").toAbsolutePath(),
                            FileRanks.class.getClassLoader()));

    /** Tags begin again a few accesses later, and the number leaves the range of an int. */
    private static final long FIRST_TURN = (1L << 31) - 5;

    private FileRanks() {}

    /** What one rank does. */
    @FunctionalInterface
    interface Body {
        void run(FakeRank rank, CommContext comm, Io io) throws Exception;
    }

    /** Runs a body for every rank of a job with these hosts. */
    static void run(String[] hosts, long eagerLimit, Body body) {
        run(hosts, eagerLimit, IoThreads::new, body);
    }

    /**
     * As the other one.
     *
     * @param threads makes what works in the background for a rank
     */
    static void run(
            String[] hosts,
            long eagerLimit,
            Function<ProgressEngine, IoThreads> threads,
            Body body) {
        try (FakeJob job = FakeJob.onHosts(hosts)) {
            List<FakePml> pmls = FakePml.of(job, eagerLimit);
            RankThreads.run(
                    job,
                    rank -> {
                        FakePml pml = pmls.get(rank.rank());
                        Coll coll = coll(rank, pml);
                        PosixIoConfig config =
                                PosixIoConfig.from(PARAMETERS.section("io", "posix"));
                        Io io =
                                new PosixIo(
                                        config,
                                        rank.engine(),
                                        pml,
                                        coll,
                                        threads.apply(rank.engine()),
                                        FIRST_TURN);
                        body.run(rank, pml.world(9), io);
                    });
        }
    }

    private static Coll coll(FakeRank rank, FakePml pml) {
        TunedConfig config = TunedConfig.from(PARAMETERS.section("coll", "tuned"));
        Output silent =
                (Output)
                        Proxy.newProxyInstance(
                                FileRanks.class.getClassLoader(),
                                new Class<?>[] {Output.class},
                                (proxy, method, arguments) -> null);
        return new TunedComponent(config, rank.engine(), silent, false).coll(pml, null);
    }
}
