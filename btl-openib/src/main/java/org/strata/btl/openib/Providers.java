package org.strata.btl.openib;

import org.strata.mca.base.Output;
import org.strata.mca.base.Parameter;
import org.strata.mca.base.Parameters;
import org.strata.mca.base.Section;
import org.strata.mca.ess.ProcessEnvironment;
import org.strata.mca.mpool.MappablePool;
import org.strata.opal.sys.Processor;
import org.strata.opal.time.Clock;
import org.strata.verbs.Provider;
import org.strata.verbs.ibverbs.IbvProvider;
import org.strata.verbs.soft.SharedMemory;
import org.strata.verbs.soft.SoftConfig;
import org.strata.verbs.soft.SoftFabric;
import org.strata.verbs.soft.SoftProvider;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Chooses where adapters come from. The software adapter is never chosen silently: only when {@code
 * btl} names openib, or the provider is named. Without adapter and without being named this costs
 * one look at a folder.
 */
final class Providers implements OpenibComponent.Source {
    private static final Path ADAPTERS = Path.of("/sys/class/infiniband");

    private final String wanted;
    private final Parameters parameters;
    private final ProcessEnvironment environment;
    private final Output output;
    private final MappablePool pool;

    /**
     * @param wanted auto, ibverbs or soft
     * @param pool memory that the software adapter copies to and from; null for none
     */
    Providers(
            String wanted,
            Parameters parameters,
            ProcessEnvironment environment,
            Output output,
            MappablePool pool) {
        this.wanted = wanted;
        this.parameters = parameters;
        this.environment = environment;
        this.output = output;
        this.pool = pool;
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

    private static Provider none(StringBuilder refusal) {
        refusal.append(OpenibTexts.help("no-adapter"));
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
        SoftConfig config = SoftConfig.from(new Source(section));
        String job = environment.jobId();
        SharedMemory shared = PoolMemory.of(pool, environment.rank());
        SoftFabric fabric =
                SoftFabric.onHost(
                        Path.of(config.segments().directory()), job, shared, config.fault());
        return new SoftProvider(config, fabric, output::warn);
    }

    /** Parameters as the software adapter asks for them. */
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
