package org.strata.btl.openib;

import org.strata.mca.base.Output;
import org.strata.mca.base.Parameter;
import org.strata.mca.base.ParameterLookup;
import org.strata.mca.base.Section;
import org.strata.mca.ess.ProcessEnvironment;
import org.strata.mca.mpool.MappablePool;
import org.strata.opal.sys.HostFiles;
import org.strata.opal.sys.Processor;
import org.strata.opal.time.Clock;
import org.strata.verbs.Provider;
import org.strata.verbs.ibverbs.IbvProvider;
import org.strata.verbs.soft.FaultPlan;
import org.strata.verbs.soft.SoftConfig;
import org.strata.verbs.soft.SoftFabric;
import org.strata.verbs.soft.SoftProvider;
import org.strata.verbs.soft.segment.SharedMemory;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Function;

/**
 * Chooses where adapters come from. The software adapter is never chosen silently: only when {@code
 * btl} names openib, or the provider is named. Without adapter and without being named this costs
 * one look at a folder.
 */
final class Providers implements ProviderSource {
    private static final Path ADAPTERS = HostFiles.system("class/infiniband");

    /** Not in the catalogue of texts, which every rank of a host without adapters would read. */
    static final String NO_ADAPTER =
            "no adapter, and the software adapter is used only when the parameter btl names openib";

    private final String wanted;
    private final ParameterLookup parameters;
    private final Function<SoftConfig, Provider> soft;

    private Providers(
            String wanted, ParameterLookup parameters, Function<SoftConfig, Provider> soft) {
        this.wanted = wanted;
        this.parameters = parameters;
        this.soft = soft;
    }

    /**
     * Returns those of a rank.
     *
     * @param wanted auto, ibverbs or soft
     * @param pool memory that the software adapter copies to and from; null for none
     */
    static Providers ofRank(
            String wanted,
            ParameterLookup parameters,
            ProcessEnvironment environment,
            Output output,
            MappablePool pool) {
        return new Providers(
                wanted,
                parameters,
                config -> {
                    String job = environment.jobId();
                    SharedMemory shared = PoolMemory.of(pool, environment.rank());
                    Path directory = Path.of(config.segments().directory());
                    SoftFabric fabric = SoftFabric.onHost(directory, job, shared, config.fault());
                    // What is short on a host is short for all its ranks.
                    return new SoftProvider(
                            config, fabric, text -> environment.showOnce(text, output));
                });
    }

    /** Returns those of this host, outside of any job: software adapters reach nobody. */
    static Providers ofHost(String wanted, ParameterLookup parameters) {
        return new Providers(
                wanted,
                parameters,
                config ->
                        new SoftProvider(
                                config,
                                SoftFabric.inProcess(Clock.SYSTEM, FaultPlan.NONE),
                                notice -> {}));
    }

    @Override
    public Provider provider(StringBuilder refusal) {
        boolean named = isNamed();
        return switch (wanted) {
            case "soft" -> named ? soft() : none(refusal);
            case "ibverbs" -> ibverbs();
            default -> {
                if (Files.isDirectory(ADAPTERS)) {
                    Provider real = ibverbs();
                    if (!real.devices().isEmpty()) {
                        yield real;
                    }
                }
                yield named ? soft() : none(refusal);
            }
        };
    }

    /** Returns whether it is clear without a look at adapters that there is none. */
    boolean isNone() {
        return !wanted.equals("ibverbs")
                && (wanted.equals("soft") || !Files.isDirectory(ADAPTERS))
                && !isNamed();
    }

    private static Provider none(StringBuilder refusal) {
        refusal.append(NO_ADAPTER);
        return null;
    }

    /** Returns whether the user's selection of BTLs names this one. */
    private boolean isNamed() {
        Parameter selection = parameters.find("btl");
        String value = selection == null ? "" : selection.value();
        return !value.startsWith("^")
                && Arrays.stream(value.split(",")).map(String::strip).anyMatch("openib"::equals);
    }

    private static Provider ibverbs() {
        return new IbvProvider(Clock.SYSTEM, Processor.architecture());
    }

    private Provider soft() {
        Section section = parameters.section("verbs", "soft");
        return soft.apply(SoftConfig.from(new Source(section)));
    }

    /** ParameterLookup as the software adapter asks for them. */
    private record Source(Section section) implements SoftConfig.Source {
        @Override
        public int integer(String key) {
            return section.integer(key);
        }

        @Override
        public long size(String key) {
            return section.size(key);
        }

        @Override
        public String text(String key) {
            return section.text(key);
        }
    }
}
