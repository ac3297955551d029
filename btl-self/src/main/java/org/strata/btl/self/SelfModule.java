package org.strata.btl.self;

import com.google.inject.Provider;

import org.strata.mca.base.PlainModule;
import org.strata.mca.base.Section;
import org.strata.mca.btl.ActiveMessages;
import org.strata.mca.btl.BtlComponent;
import org.strata.mca.ess.ProcessEnvironment;
import org.strata.opal.progress.ProgressEngine;

/** Wires {@code btl = self}. */
public final class SelfModule extends PlainModule {
    @Override
    public String framework() {
        return "btl";
    }

    @Override
    public String name() {
        return "self";
    }

    @Override
    public void check(Section section, Objections objections) {
        SelfConfig.check(section, objections);
    }

    @Override
    protected void configure() {
        Provider<Section> section = section();
        Provider<ProcessEnvironment> environment = getProvider(ProcessEnvironment.class);
        Provider<ProgressEngine> engine = getProvider(ProgressEngine.class);
        Provider<ActiveMessages> messages = getProvider(ActiveMessages.class);
        component(
                BtlComponent.class,
                () ->
                        new SelfComponent(
                                SelfConfig.from(section.get()),
                                environment.get(),
                                engine.get(),
                                messages.get()));
    }
}
