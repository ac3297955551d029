package org.strata.ess.singleton;

import org.strata.mca.base.LocalHost;
import org.strata.mca.base.PlainModule;
import org.strata.mca.ess.EssComponent;

/** Wires {@code ess = singleton}. */
public final class SingletonModule extends PlainModule {
    @Override
    public String framework() {
        return "ess";
    }

    @Override
    public String name() {
        return "singleton";
    }

    @Override
    protected void configure() {
        component(
                EssComponent.class,
                () ->
                        new SingletonComponent(
                                LocalHost::name,
                                Runtime.getRuntime().availableProcessors(),
                                System::exit));
    }
}
