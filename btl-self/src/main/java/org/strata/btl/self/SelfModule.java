package org.strata.btl.self;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import com.google.inject.multibindings.ProvidesIntoSet;

import org.strata.mca.base.ComponentModule;
import org.strata.mca.base.Parameters;
import org.strata.mca.base.Section;
import org.strata.mca.btl.ActiveMessages;
import org.strata.mca.btl.BtlComponent;
import org.strata.mca.ess.ProcessEnvironment;
import org.strata.opal.progress.ProgressEngine;

/** Wires {@code btl = self}. */
public final class SelfModule extends AbstractModule implements ComponentModule {
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

    @Provides
    @Singleton
    SelfConfig config(Parameters parameters) {
        return SelfConfig.from(parameters.section("btl", "self"));
    }

    @ProvidesIntoSet
    @Singleton
    BtlComponent component(
            SelfConfig config,
            ProcessEnvironment environment,
            ProgressEngine engine,
            ActiveMessages handlers) {
        return new SelfComponent(config, environment, engine, handlers);
    }
}
