package org.strata.btl.shm;

import org.strata.mca.base.ParameterSources;
import org.strata.mca.base.Parameters;
import org.strata.mca.mpool.MappablePool;
import org.strata.testkit.FakeRank;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Configurations of the tests: the defaults with options as users write them. */
final class Configs {
    private Configs() {}

    /**
     * Returns the configuration of options such as {@code "fbox_size=128"}; {@code btl_shm_} is put
     * in front.
     */
    static ShmConfig with(String... options) {
        Map<String, String> commandLine = new LinkedHashMap<>();
        for (String option : options) {
            String[] pair = option.split("=", 2);
            ParameterSources.addCommandLine(commandLine, "btl_shm_" + pair[0], pair[1]);
        }
        ParameterSources sources =
                new ParameterSources(
                        commandLine,
                        Map.of(),
                        List.of(),
                        Path.of("").toAbsolutePath(),
                        null,
                        null,
                        Configs.class.getClassLoader());
        return ShmConfig.from(Parameters.resolve(sources).orThrow().section("btl", "shm"));
    }

    static ShmComponent component(FakeRank rank, ShmConfig config) {
        return component(rank, config, new QuietOutput(), null);
    }

    static ShmComponent component(
            FakeRank rank, ShmConfig config, QuietOutput output, MappablePool pool) {
        return new ShmComponent(
                config,
                rank.environment(),
                rank.oob(),
                rank.engine(),
                rank.sleeper(),
                rank.activeMessages(),
                output,
                pool);
    }
}
