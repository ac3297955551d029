package org.strata.btl.uds;

import com.google.inject.AbstractModule;
import com.google.inject.Singleton;
import com.google.inject.multibindings.ProvidesIntoSet;

import org.strata.mca.base.ComponentModule;
import org.strata.mca.base.Parameters;
import org.strata.mca.base.Section;
import org.strata.mca.btl.ActiveMessages;
import org.strata.mca.btl.BtlComponent;
import org.strata.mca.ess.ProcessEnvironment;
import org.strata.mca.oob.Oob;
import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.progress.RankSleeper;

/** Wires {@code btl = uds}. */
public final class UdsModule extends AbstractModule implements ComponentModule {
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

    @ProvidesIntoSet
    @Singleton
    BtlComponent component(
            Parameters parameters,
            ProcessEnvironment environment,
            Oob oob,
            ProgressEngine engine,
            RankSleeper sleeper,
            ActiveMessages handlers) {
        UdsConfig config = UdsConfig.from(parameters.section("btl", "uds"));
        return new UdsComponent(
                config, new UdsComponent.Rank(environment, oob, engine, sleeper, handlers));
    }
}
