package org.strata.btl.fault;

import com.google.inject.AbstractModule;
import com.google.inject.Singleton;
import com.google.inject.multibindings.ProvidesIntoSet;

import org.strata.mca.base.ComponentModule;
import org.strata.mca.base.Output;
import org.strata.mca.base.Parameters;
import org.strata.mca.btl.ActiveMessages;
import org.strata.mca.btl.BtlDecorator;
import org.strata.mca.ess.ProcessEnvironment;
import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.time.Clock;

/** Wires {@code btl_fault_wrap = …}. */
public final class FaultModule extends AbstractModule implements ComponentModule {
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

    @ProvidesIntoSet
    @Singleton
    BtlDecorator decorator(
            Parameters parameters,
            ProcessEnvironment environment,
            ActiveMessages messages,
            ProgressEngine engine,
            Clock clock,
            Output output) {
        FaultConfig config = FaultConfig.from(parameters.section("btl", "fault"));
        return new FaultDecorator(config, environment, messages, engine, clock, output);
    }
}
