package org.strata.pml.ob1;

import com.google.inject.Provider;

import org.strata.mca.base.Output;
import org.strata.mca.base.PlainModule;
import org.strata.mca.base.Section;
import org.strata.mca.base.Sizes;
import org.strata.mca.bml.Bml;
import org.strata.mca.btl.ActiveMessages;
import org.strata.mca.ess.ProcessEnvironment;
import org.strata.mca.pml.PmlComponent;
import org.strata.opal.counters.Counters;
import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.time.Clock;
import org.strata.pml.base.NodeShare;

/** Wires {@code pml = ob1}. */
public final class Ob1Module extends PlainModule {
    @Override
    public String framework() {
        return "pml";
    }

    @Override
    public String name() {
        return "ob1";
    }

    @Override
    public String meaningHere(String key, String value) {
        return key.equals("unexpected-max") && value.equals(Ob1Config.AUTO_WORD)
                ? Sizes.text(NodeShare.ofNode())
                        + " shared by the ranks of a node, at least "
                        + Sizes.text(NodeShare.LEAST)
                        + " for each of them"
                : "";
    }

    @Override
    protected void configure() {
        Provider<Section> section = section();
        Provider<Bml> bml = getProvider(Bml.class);
        Provider<ActiveMessages> messages = getProvider(ActiveMessages.class);
        Provider<ProgressEngine> engine = getProvider(ProgressEngine.class);
        Provider<Counters> counters = getProvider(Counters.class);
        Provider<Output> output = getProvider(Output.class);
        Provider<Clock> clock = getProvider(Clock.class);
        Provider<ProcessEnvironment> environment = getProvider(ProcessEnvironment.class);
        component(
                PmlComponent.class,
                () ->
                        new Ob1Component(
                                Ob1Config.from(section.get()),
                                bml.get(),
                                messages.get(),
                                engine.get(),
                                counters.get(),
                                output.get(),
                                clock.get(),
                                new NodeShare(environment::get, output.get())));
    }
}
