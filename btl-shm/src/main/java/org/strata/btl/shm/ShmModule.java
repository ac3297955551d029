package org.strata.btl.shm;

import com.google.inject.Provider;

import org.strata.mca.base.Output;
import org.strata.mca.base.PlainModule;
import org.strata.mca.base.Section;
import org.strata.mca.btl.ActiveMessages;
import org.strata.mca.btl.BtlComponent;
import org.strata.mca.ess.ProcessEnvironment;
import org.strata.mca.mpool.MappablePool;
import org.strata.mca.mpool.MpoolComponent;
import org.strata.mca.oob.Oob;
import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.progress.RankSleeper;

import java.util.List;
import java.util.Set;

/** Wires {@code btl = shm}. */
public final class ShmModule extends PlainModule {
    @Override
    public String framework() {
        return "btl";
    }

    @Override
    public String name() {
        return "shm";
    }

    @Override
    public List<String> oldNames() {
        return List.of("sm", "vader");
    }

    @Override
    public void check(Section section, Objections objections) {
        ShmConfig.check(section, objections);
    }

    @Override
    protected void configure() {
        Provider<Section> section = section();
        Provider<ProcessEnvironment> environment = getProvider(ProcessEnvironment.class);
        Provider<Oob> oob = getProvider(Oob.class);
        Provider<ProgressEngine> engine = getProvider(ProgressEngine.class);
        Provider<RankSleeper> sleeper = getProvider(RankSleeper.class);
        Provider<ActiveMessages> messages = getProvider(ActiveMessages.class);
        Provider<Output> output = getProvider(Output.class);
        Provider<Set<MpoolComponent>> pools = all(MpoolComponent.class);
        component(
                BtlComponent.class,
                () ->
                        new ShmComponent(
                                ShmConfig.from(section.get()),
                                environment.get(),
                                oob.get(),
                                engine.get(),
                                sleeper.get(),
                                messages.get(),
                                output.get(),
                                MappablePool.among(pools.get())));
    }
}
