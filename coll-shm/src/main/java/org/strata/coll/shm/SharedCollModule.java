package org.strata.coll.shm;

import com.google.inject.AbstractModule;
import com.google.inject.Singleton;
import com.google.inject.multibindings.ProvidesIntoSet;

import org.strata.mca.base.ComponentModule;
import org.strata.mca.base.Output;
import org.strata.mca.base.Parameters;
import org.strata.mca.base.Section;
import org.strata.mca.coll.CollComponent;
import org.strata.mca.ess.ProcessEnvironment;
import org.strata.mca.mpool.MappablePool;
import org.strata.mca.mpool.MpoolComponent;
import org.strata.opal.progress.ProgressEngine;

import java.util.List;
import java.util.Set;

/** Wires {@code coll = shm}. */
public final class SharedCollModule extends AbstractModule implements ComponentModule {
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

    @ProvidesIntoSet
    @Singleton
    CollComponent component(
            Parameters parameters,
            ProcessEnvironment environment,
            ProgressEngine engine,
            Output output,
            Set<MpoolComponent> pools) {
        return new SharedCollComponent(
                SharedCollConfig.from(parameters.section("coll", "shm")),
                environment,
                engine,
                output,
                MappablePool.among(pools));
    }
}
