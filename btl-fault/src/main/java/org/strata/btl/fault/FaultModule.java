package org.strata.btl.fault;

import com.google.inject.Provider;

import org.strata.mca.base.Output;
import org.strata.mca.base.PlainModule;
import org.strata.mca.base.Section;
import org.strata.mca.btl.ActiveMessages;
import org.strata.mca.btl.BtlDecorator;
import org.strata.mca.ess.ProcessEnvironment;
import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.time.Clock;

/** Wires {@code btl_fault_wrap = …}. */
public final class FaultModule extends PlainModule {
    @Override
    public String framework() {
        return "btl";
    }

    @Override
    public String name() {
        return "fault";
    }

    @Override
    public boolean decorator() {
        return true;
    }

    @Override
    protected void configure() {
        Provider<Section> section = section();
        Provider<ProcessEnvironment> environment = getProvider(ProcessEnvironment.class);
        Provider<ActiveMessages> messages = getProvider(ActiveMessages.class);
        Provider<ProgressEngine> engine = getProvider(ProgressEngine.class);
        Provider<Clock> clock = getProvider(Clock.class);
        Provider<Output> output = getProvider(Output.class);
        component(
                BtlDecorator.class,
                () ->
                        new FaultDecorator(
                                FaultConfig.from(section.get()),
                                environment.get(),
                                messages.get(),
                                engine.get(),
                                clock.get(),
                                output.get()));
    }
}
