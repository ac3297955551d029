package org.strata.btl.shm;

import org.strata.mca.base.ParameterSources;
import org.strata.mca.base.Parameters;
import org.strata.mca.btl.BtlComponent;
import org.strata.mca.mpool.MappablePool;
import org.strata.testkit.FakeRank;
import org.strata.testkit.FirstNumber;
import org.strata.testkit.RecordingOutput;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Configurations of the tests: the defaults with options as users write them, and with numbers that
 * wrap soon.
 */
final class Configs {
    private Configs() {}

    /**
     * Returns the configuration of options such as {@code "fbox_size=128"}; {@code btl_shm_} is put
     * in front.
     */
    static ShmConfig with(String... options) {
        Map<String, String> commandLine = new LinkedHashMap<>();
        ParameterSources.addCommandLine(
                commandLine, "btl_shm_first_sequence", "" + FirstNumber.BEFORE_ZERO);
        // No thread contacts peers in its own time.
        ParameterSources.addCommandLine(commandLine, "btl_shm_early_peers", "0");
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

    static BtlComponent component(FakeRank rank, ShmConfig config) {
        return component(rank, config, new RecordingOutput(), null);
    }

    static BtlComponent component(
            FakeRank rank, ShmConfig config, RecordingOutput output, MappablePool pool) {
        ShmComponent component =
                new ShmComponent(
                        config,
                        rank.environment(),
                        rank.oob(),
                        rank.engine(),
                        rank.sleeper(),
                        rank.activeMessages(),
                        output,
                        pool);
        return new AgedComponent(component, config, rank.environment());
    }
}
