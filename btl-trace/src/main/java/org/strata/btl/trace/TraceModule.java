package org.strata.btl.trace;

import com.google.inject.AbstractModule;
import com.google.inject.Singleton;
import com.google.inject.multibindings.ProvidesIntoSet;

import org.strata.mca.base.ComponentModule;
import org.strata.mca.base.Output;
import org.strata.mca.base.Parameters;
import org.strata.mca.btl.ActiveMessages;
import org.strata.mca.btl.BtlDecorator;
import org.strata.mca.ess.ProcessEnvironment;
import org.strata.opal.time.Clock;

/** Wires {@code btl_trace_wrap = …}. */
public final class TraceModule extends AbstractModule implements ComponentModule {
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

    @ProvidesIntoSet
    @Singleton
    BtlDecorator decorator(
            Parameters parameters,
            ProcessEnvironment environment,
            ActiveMessages messages,
            Clock clock,
            Output output) {
        TraceConfig config = TraceConfig.from(parameters.section("btl", "trace"));
        return new TraceDecorator(config, environment, messages, clock, output);
    }
}
