package org.strata.testkit;

import com.google.inject.AbstractModule;
import com.google.inject.Guice;
import com.google.inject.Injector;

import org.strata.mca.base.Output;
import org.strata.mca.base.ParameterSources;
import org.strata.mca.base.Parameters;
import org.strata.mca.base.SelectedModules;
import org.strata.mca.btl.ActiveMessages;
import org.strata.mca.btl.BtlComponent;
import org.strata.mca.btl.BtlComponents;
import org.strata.mca.btl.BtlDecorator;
import org.strata.mca.ess.ProcessEnvironment;
import org.strata.mca.oob.Oob;
import org.strata.opal.counters.Counters;
import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.progress.RankSleeper;
import org.strata.opal.time.Clock;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes the BTL components of a {@link FakeRank} as a real rank's are made: by their modules. */
public final class WiredBtls {
    private WiredBtls() {}

    /**
     * Returns the components that parameters select, decorated as they say.
     *
     * @param options {@code --mca} options as key, value, key, value: {@code "btl", "self,tcp"}
     */
    public static List<BtlComponent> of(FakeRank rank, String... options) {
        Parameters parameters = parameters(options);
        Injector injector =
                Guice.createInjector(
                        new RankModule(rank, parameters),
                        new SelectedModules(parameters.selection("btl").included()));
        return BtlComponents.decorated(
                        injector.getInstance(SelectedModules.setOf(BtlComponent.class)),
                        injector.getInstance(SelectedModules.setOf(BtlDecorator.class)))
                .all();
    }

    private static Parameters parameters(String... options) {
        Map<String, String> commandLine = new LinkedHashMap<>();
        for (int i = 0; i < options.length; i += 2) {
            ParameterSources.addCommandLine(commandLine, options[i], options[i + 1]);
        }
        if (commandLine.getOrDefault("btl", "").contains("shm")) {
            commandLine.putIfAbsent("btl_shm_segment_size", "1m"); // Many jobs share the room.
        }
        Path here = Path.of("").toAbsolutePath();
        ClassLoader loader = WiredBtls.class.getClassLoader();
        return Parameters.resolve(
                        new ParameterSources(
                                commandLine, Map.of(), List.of(), here, null, null, loader))
                .orThrow();
    }

    /** Binds what a rank has besides its components. */
    private static final class RankModule extends AbstractModule {
        private final FakeRank rank;
        private final Parameters parameters;

        RankModule(FakeRank rank, Parameters parameters) {
            this.rank = rank;
            this.parameters = parameters;
        }

        @Override
        protected void configure() {
            bind(Parameters.class).toInstance(parameters);
            bind(Output.class).toInstance(new SilentOutput());
            bind(Clock.class).toInstance(Clock.SYSTEM);
            bind(Counters.class).toInstance(new Counters());
            bind(RankSleeper.class).toInstance(rank.sleeper());
            bind(ProgressEngine.class).toInstance(rank.engine());
            bind(ActiveMessages.class).toInstance(rank.activeMessages());
            bind(ProcessEnvironment.class).toInstance(rank.environment());
            bind(Oob.class).toInstance(rank.oob());
        }
    }

    /** What users would read; tests print nothing. */
    private static final class SilentOutput implements Output {
        @Override
        public void warn(String boxedOrLine) {}

        @Override
        public void verbose(String framework, int level, String line) {}

        @Override
        public boolean isVerbose(String framework, int level) {
            return false;
        }
    }
}
