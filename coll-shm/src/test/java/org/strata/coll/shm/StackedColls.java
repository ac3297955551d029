package org.strata.coll.shm;

import org.strata.coll.tuned.TunedComponent;
import org.strata.coll.tuned.TunedConfig;
import org.strata.mca.base.Output;
import org.strata.mca.base.ParameterSources;
import org.strata.mca.base.Parameters;
import org.strata.mca.coll.Coll;
import org.strata.mpool.SharedPool;
import org.strata.mpool.SharedPoolConfig;
import org.strata.testkit.FakePml;
import org.strata.testkit.FakeRank;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Makes collectives in shared memory over those of coll tuned, for ranks of a test. */
final class StackedColls {
    private static final long SEGMENT = 4 << 20;

    private StackedColls() {}

    /** The defaults, but for the memory. */
    static SharedCollConfig config(int afterCalls, int cells, int cellBytes) {
        return new SharedCollConfig(
                40, 16, afterCalls, new MemberBlock(cells, cellBytes), 1 << 20, 4 << 20, "");
    }

    static SharedPool pool(FakeRank rank) {
        SharedPoolConfig config = new SharedPoolConfig("/dev/shm", SEGMENT, 16 << 20);
        return new SharedPool(config, rank.job().jobId(), rank.rank(), rank.sleeper());
    }

    static Coll tuned(FakeRank rank, FakePml pml, Output output) {
        Parameters parameters =
                Parameters.resolve(
                                new ParameterSources(
                                        Map.of(),
                                        Map.of(),
                                        List.of(),
                                        Path.of("").toAbsolutePath(),
                                        null,
                                        null,
                                        StackedColls.class.getClassLoader()))
                        .orThrow();
        TunedConfig config = TunedConfig.from(parameters.section("coll", "tuned"));
        return new TunedComponent(config, rank.engine(), output, false).coll(pml, null);
    }

    /** Closes the pool with the collectives. */
    static SharedColl shared(
            FakeRank rank,
            FakePml pml,
            SharedCollConfig config,
            String rules,
            SharedPool pool,
            Output output) {
        SharedRules table =
                rules.isEmpty()
                        ? SharedRules.builtIn()
                        : SharedRules.parse(rules).otherwise(SharedRules.builtIn());
        SharedSetUp setUp = setUp(rank, config, table, pool, output);
        return new SharedColl(tuned(rank, pml, output), setUp);
    }

    static SharedSetUp setUp(
            FakeRank rank,
            SharedCollConfig config,
            SharedRules rules,
            SharedPool pool,
            Output output) {
        return new SharedSetUp(config, rules, pool, rank.engine(), output, output::warn);
    }
}
