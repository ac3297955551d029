package org.strata.mpool;

import com.google.inject.AbstractModule;
import com.google.inject.Singleton;
import com.google.inject.multibindings.ProvidesIntoSet;

import org.strata.mca.base.ComponentModule;
import org.strata.mca.base.Parameters;
import org.strata.mca.mpool.MpoolComponent;

/** Wires {@code mpool = huge}. */
public final class HugePoolModule extends AbstractModule implements ComponentModule {
    @Override
    public String framework() {
        return "mpool";
    }

    @Override
    public String name() {
        return "huge";
    }

    @ProvidesIntoSet
    @Singleton
    MpoolComponent component(Parameters parameters) {
        return new HugePoolComponent(PagePoolConfig.from(parameters.section("mpool", "huge")));
    }
}
