package org.strata.mpool;

import com.google.inject.Provider;

import org.strata.mca.base.PlainModule;
import org.strata.mca.base.Section;
import org.strata.mca.mpool.MpoolComponent;

/** Wires {@code mpool = page}. */
public final class PagePoolModule extends PlainModule {
    @Override
    public String framework() {
        return "mpool";
    }

    @Override
    public String name() {
        return "page";
    }

    @Override
    protected void configure() {
        Provider<Section> section = section();
        component(
                MpoolComponent.class,
                () -> new PagePoolComponent(PagePoolConfig.from(section.get())));
    }
}
