package org.strata.coll.shm;

import com.google.inject.Provider;

import org.strata.mca.base.Output;
import org.strata.mca.base.PlainModule;
import org.strata.mca.base.Section;
import org.strata.mca.coll.CollComponent;
import org.strata.mca.ess.ProcessEnvironment;
import org.strata.mca.mpool.MappablePool;
import org.strata.mca.mpool.MpoolComponent;
import org.strata.opal.progress.ProgressEngine;

import java.util.List;
import java.util.Set;

/** Wires {@code coll = shm}. */
public final class SharedCollModule extends PlainModule {
    @Override
    public String framework() {
        return "coll";
    }

    @Override
    public String name() {
        return "shm";
    }

    @Override
    public List<String> oldNames() {
        return List.of("sm", "xhc");
    }

    @Override
    public void check(Section section, Objections objections) {
        int cells = section.integer("cells");
        if (Integer.bitCount(cells) != 1) {
            objections.add("cells", "must be a power of two");
        }
    }

    @Override
    protected void configure() {
        Provider<Section> section = section();
        Provider<ProcessEnvironment> environment = getProvider(ProcessEnvironment.class);
        Provider<ProgressEngine> engine = getProvider(ProgressEngine.class);
        Provider<Output> output = getProvider(Output.class);
        Provider<Set<MpoolComponent>> pools = all(MpoolComponent.class);
        component(
                CollComponent.class,
                () ->
                        new SharedCollComponent(
                                SharedCollConfig.from(section.get()),
                                environment.get(),
                                engine.get(),
                                output.get(),
                                MappablePool.among(pools.get())));
    }
}
