package org.strata.btl.shm;

import com.google.inject.AbstractModule;
import com.google.inject.Singleton;
import com.google.inject.multibindings.ProvidesIntoSet;

import org.strata.mca.base.ComponentModule;
import org.strata.mca.base.Output;
import org.strata.mca.base.Parameters;
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
public final class ShmModule extends AbstractModule implements ComponentModule {
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

    @ProvidesIntoSet
    @Singleton
    BtlComponent component(
            Parameters parameters,
            ProcessEnvironment environment,
            Oob oob,
            ProgressEngine engine,
            RankSleeper sleeper,
            ActiveMessages handlers,
            Output output,
            Set<MpoolComponent> pools) {
        return new ShmComponent(
                ShmConfig.from(parameters.section("btl", "shm")),
                environment,
                oob,
                engine,
                sleeper,
                handlers,
                output,
                MappablePool.among(pools));
    }
}
