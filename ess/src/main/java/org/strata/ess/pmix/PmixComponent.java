package org.strata.ess.pmix;

import org.strata.ess.base.GuestJob;
import org.strata.mca.base.Boxes;
import org.strata.mca.ess.EssComponent;

import java.io.IOException;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntConsumer;

/** The environment of ranks that a launcher with PMIx started. */
public final class PmixComponent implements EssComponent {
    /** Above pmi's: a launcher that offers both serves PMIx better. */
    private static final int PRIORITY = 70;

    private final PmixConfig config;
    private final Function<PmixConfig, GuestJob.Setting> setting;
    private final Map<String, String> environment;
    private final IntConsumer halt;

    /**
     * @param config its parameters
     * @param setting what a job needs beside its launcher
     * @param environment this process's environment
     * @param halt ends the process at once with an exit code, without shutdown hooks
     */
    public PmixComponent(
            PmixConfig config,
            Function<PmixConfig, GuestJob.Setting> setting,
            Map<String, String> environment,
            IntConsumer halt) {
        this.config = config;
        this.setting = setting;
        this.environment = environment;
        this.halt = halt;
    }

    @Override
    public String name() {
        return "pmix";
    }

    @Override
    public int priority() {
        return PRIORITY;
    }

    @Override
    public boolean available() {
        return environment.containsKey("PMIX_NAMESPACE") && environment.containsKey("PMIX_RANK");
    }

    @Override
    public Membership join() throws EssException {
        if (!available()) {
            throw new EssException("PMIX_NAMESPACE and PMIX_RANK are not set.", null);
        }
        try {
            PmixClient client = PmixClient.connect(PmixLibrary.load());
            return GuestJob.join(client, setting.apply(config), halt);
        } catch (IOException e) {
            throw new EssException(
                    Boxes.box(
                            "This process cannot join the job of its launcher (PMIx): "
                                    + e.getMessage()),
                    e);
        }
    }
}
