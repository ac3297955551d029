package org.strata.btl.trace;

import com.google.inject.Provider;

import org.strata.mca.base.Output;
import org.strata.mca.base.PlainModule;
import org.strata.mca.base.Section;
import org.strata.mca.btl.ActiveMessages;
import org.strata.mca.btl.BtlDecorator;
import org.strata.mca.ess.ProcessEnvironment;
import org.strata.opal.time.Clock;

/** Wires {@code btl_trace_wrap = …}. */
public final class TraceModule extends PlainModule {
    @Override
    public String framework() {
        return "btl";
    }

    @Override
    public String name() {
        return "trace";
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
        Provider<Clock> clock = getProvider(Clock.class);
        Provider<Output> output = getProvider(Output.class);
        component(
                BtlDecorator.class,
                () ->
                        new TraceDecorator(
                                TraceConfig.from(section.get()),
                                environment.get(),
                                messages.get(),
                                clock.get(),
                                output.get()));
    }
}
