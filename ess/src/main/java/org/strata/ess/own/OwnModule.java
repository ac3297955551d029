package org.strata.ess.own;

import com.google.inject.Provider;

import org.strata.mca.base.PlainModule;
import org.strata.mca.base.Section;
import org.strata.mca.ess.EssComponent;

/** Wires {@code ess = own}. */
public final class OwnModule extends PlainModule {
    @Override
    public String framework() {
        return "ess";
    }

    @Override
    public String name() {
        return "own";
    }

    @Override
    protected void configure() {
        Provider<Section> section = section();
        component(
                EssComponent.class,
                () ->
                        new OwnComponent(
                                OwnConfig.from(section.get()),
                                System.getenv(),
                                Runtime.getRuntime()::halt));
    }
}
