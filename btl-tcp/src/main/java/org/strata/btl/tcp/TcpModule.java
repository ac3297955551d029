package org.strata.btl.tcp;

import com.google.inject.Provider;

import org.strata.mca.base.Output;
import org.strata.mca.base.PlainModule;
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
public final class TcpModule extends PlainModule {
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
        Provider<Section> section = section();
        Provider<ProcessEnvironment> environment = getProvider(ProcessEnvironment.class);
        Provider<Oob> oob = getProvider(Oob.class);
        Provider<ActiveMessages> messages = getProvider(ActiveMessages.class);
        Provider<ProgressEngine> engine = getProvider(ProgressEngine.class);
        Provider<RankSleeper> sleeper = getProvider(RankSleeper.class);
        Provider<Clock> clock = getProvider(Clock.class);
        Provider<Output> output = getProvider(Output.class);
        component(
                BtlComponent.class,
                () ->
                        new TcpComponent(
                                TcpConfig.from(section.get()),
                                environment.get(),
                                oob.get(),
                                messages.get(),
                                engine.get(),
                                sleeper.get(),
                                new TcpComponent.Machine(
                                        HostInterface::scan, TcpModule::random, clock.get()),
                                output.get()));
    }

    private static byte[] random(int bytes) {
        byte[] drawn = new byte[bytes];
        new SecureRandom().nextBytes(drawn);
        return drawn;
    }
}
