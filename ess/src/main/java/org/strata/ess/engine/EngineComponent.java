package org.strata.ess.engine;

import org.strata.ess.base.GuestJob;
import org.strata.mca.base.Boxes;
import org.strata.mca.ess.EssComponent;

import java.io.IOException;
import java.util.function.Function;
import java.util.function.Supplier;

/** The environment of ranks that a program of an engine has started. */
public final class EngineComponent implements EssComponent {
    /** Above all others: the variables of launchers that are farther away are inherited. */
    private static final int PRIORITY = 80;

    private final EngineConfig config;
    private final Function<EngineConfig, GuestJob.Setting> setting;
    private final Supplier<EngineRank.Registration> registration;

    /**
     * @param config its parameters
     * @param setting what a job needs beside its launcher
     * @param registration returns what the program has registered, or null
     */
    EngineComponent(
            EngineConfig config,
            Function<EngineConfig, GuestJob.Setting> setting,
            Supplier<EngineRank.Registration> registration) {
        this.config = config;
        this.setting = setting;
        this.registration = registration;
    }

    @Override
    public String name() {
        return "engine";
    }

    @Override
    public int priority() {
        return PRIORITY;
    }

    @Override
    public boolean available() {
        return registration.get() != null;
    }

    @Override
    public Membership join() throws EssException {
        EngineRank.Registration rank = registration.get();
        try {
            return GuestJob.join(rank.launcher(), setting.apply(config), rank.halt());
        } catch (IOException e) {
            String text = "This process cannot join its job (engine): " + e.getMessage();
            throw new EssException(Boxes.box(text), e);
        }
    }
}
