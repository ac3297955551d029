package org.strata.mpool;

import com.google.inject.Provider;

import org.strata.mca.base.PlainModule;
import org.strata.mca.base.Section;
import org.strata.mca.mpool.MpoolComponent;

/** Wires {@code mpool = huge}. */
public final class HugePoolModule extends PlainModule {
    @Override
    public String framework() {
        return "mpool";
    }

    @Override
    public String name() {
        return "huge";
    }

    @Override
    protected void configure() {
        Provider<Section> section = section();
        component(
                MpoolComponent.class,
                () -> new HugePoolComponent(PagePoolConfig.from(section.get())));
    }
}
