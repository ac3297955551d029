package org.strata.mpool;

import com.google.inject.Provider;

import org.strata.mca.base.PlainModule;
import org.strata.mca.base.Section;
import org.strata.mca.ess.ProcessEnvironment;
import org.strata.mca.mpool.MpoolComponent;
import org.strata.opal.progress.RankSleeper;

/** Wires {@code mpool = shared}. */
public final class SharedPoolModule extends PlainModule {
    @Override
    public String framework() {
        return "mpool";
    }

    @Override
    public String name() {
        return "shared";
    }

    @Override
    protected void configure() {
        Provider<Section> section = section();
        Provider<ProcessEnvironment> environment = getProvider(ProcessEnvironment.class);
        Provider<RankSleeper> sleeper = getProvider(RankSleeper.class);
        component(
                MpoolComponent.class,
                () ->
                        new SharedPoolComponent(
                                SharedPoolConfig.from(section.get()),
                                environment.get(),
                                sleeper.get()));
    }
}
