package org.strata.io.posix;

import com.google.inject.Provider;

import org.strata.mca.base.PlainModule;
import org.strata.mca.base.Section;
import org.strata.mca.io.IoComponent;
import org.strata.opal.progress.ProgressEngine;

/** Wires {@code io = posix}. */
public final class PosixIoModule extends PlainModule {
    @Override
    public String framework() {
        return "io";
    }

    @Override
    public String name() {
        return "posix";
    }

    @Override
    protected void configure() {
        Provider<Section> section = section();
        Provider<ProgressEngine> engine = getProvider(ProgressEngine.class);
        component(
                IoComponent.class,
                () -> new PosixIoComponent(PosixIoConfig.from(section.get()), engine.get()));
    }
}
