package org.strata.btl.tcp;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import com.google.inject.multibindings.Multibinder;

import org.strata.mca.base.ComponentModule;
import org.strata.mca.base.Output;
import org.strata.mca.base.Parameters;
import org.strata.mca.base.Section;
import org.strata.mca.btl.ActiveMessages;
import org.strata.mca.btl.BtlComponent;
import org.strata.mca.ess.ProcessEnvironment;
import org.strata.mca.oob.Oob;
import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.progress.RankSleeper;
import org.strata.opal.time.Clock;

import java.security.SecureRandom;

/** Wires the tcp component. */
public final class TcpModule extends AbstractModule implements ComponentModule {
    @Override
    public String framework() {
        return "btl";
    }

    @Override
    public String name() {
        return "tcp";
    }

    @Override
    public void check(Section section, Objections objections) {
        TcpConfig.check(section, objections);
    }

    @Override
    protected void configure() {
        Multibinder.newSetBinder(binder(), BtlComponent.class).addBinding().to(TcpComponent.class);
    }

    @Provides
    @Singleton
    TcpConfig config(Parameters parameters) {
        return TcpConfig.from(parameters.section("btl", "tcp"));
    }

    @Provides
    @Singleton
    TcpComponent component(
            TcpConfig config,
            ProcessEnvironment environment,
            Oob oob,
            ActiveMessages activeMessages,
            ProgressEngine engine,
            RankSleeper sleeper,
            Clock clock,
            Output output) {
        return new TcpComponent(
                config,
                environment,
                oob,
                activeMessages,
                engine,
                sleeper,
                new TcpComponent.Machine(HostInterface::scan, TcpModule::random, clock),
                output);
    }

    private static byte[] random(int bytes) {
        byte[] drawn = new byte[bytes];
        new SecureRandom().nextBytes(drawn);
        return drawn;
    }
}
