package org.strata.btl.uds;

import com.google.inject.Provider;

import org.strata.mca.base.PlainModule;
import org.strata.mca.base.Section;
import org.strata.mca.btl.ActiveMessages;
import org.strata.mca.btl.BtlComponent;
import org.strata.mca.ess.ProcessEnvironment;
import org.strata.mca.oob.Oob;
import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.progress.RankSleeper;

/** Wires {@code btl = uds}. */
public final class UdsModule extends PlainModule {
    @Override
    public String framework() {
        return "btl";
    }

    @Override
    public String name() {
        return "uds";
    }

    @Override
    public void check(Section section, Objections objections) {
        UdsConfig.check(section, objections);
    }

    @Override
    protected void configure() {
        Provider<Section> section = section();
        Provider<ProcessEnvironment> environment = getProvider(ProcessEnvironment.class);
        Provider<Oob> oob = getProvider(Oob.class);
        Provider<ProgressEngine> engine = getProvider(ProgressEngine.class);
        Provider<RankSleeper> sleeper = getProvider(RankSleeper.class);
        Provider<ActiveMessages> messages = getProvider(ActiveMessages.class);
        component(
                BtlComponent.class,
                () ->
                        new UdsComponent(
                                UdsConfig.from(section.get()),
                                new UdsComponent.Rank(
                                        environment.get(),
                                        oob.get(),
                                        engine.get(),
                                        sleeper.get(),
                                        messages.get())));
    }
}
