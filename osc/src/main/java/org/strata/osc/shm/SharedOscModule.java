package org.strata.osc.shm;

import com.google.inject.Provider;

import org.strata.mca.base.Output;
import org.strata.mca.base.PlainModule;
import org.strata.mca.base.Section;
import org.strata.mca.mpool.MappablePool;
import org.strata.mca.mpool.MpoolComponent;
import org.strata.mca.osc.OscComponent;
import org.strata.opal.progress.ProgressEngine;

import java.util.List;
import java.util.Set;

/** Wires {@code osc = shm}. */
public final class SharedOscModule extends PlainModule {
    @Override
    public String framework() {
        return "osc";
    }

    @Override
    public String name() {
        return "shm";
    }

    @Override
    public List<String> oldNames() {
        return List.of("sm");
    }

    @Override
    protected void configure() {
        Provider<Section> section = section();
        Provider<ProgressEngine> engine = getProvider(ProgressEngine.class);
        Provider<Output> output = getProvider(Output.class);
        Provider<Set<MpoolComponent>> pools = all(MpoolComponent.class);
        component(
                OscComponent.class,
                () ->
                        new SharedOscComponent(
                                SharedOscConfig.from(section.get()),
                                engine.get(),
                                output.get(),
                                MappablePool.among(pools.get())));
    }
}
