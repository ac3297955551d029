package org.strata.mca.base;

import com.google.inject.Provider;

import org.strata.mca.bml.Bml;
import org.strata.mca.bml.BmlComponent;
import org.strata.mca.btl.ActiveMessages;
import org.strata.mca.btl.BtlComponent;
import org.strata.mca.btl.BtlComponents;
import org.strata.mca.btl.BtlDecorator;
import org.strata.mca.coll.Coll;
import org.strata.mca.coll.CollComponent;
import org.strata.mca.ess.EssComponent;
import org.strata.mca.ess.EssComponent.EssException;
import org.strata.mca.ess.EssComponent.Membership;
import org.strata.mca.ess.ProcessEnvironment;
import org.strata.mca.io.Io;
import org.strata.mca.io.IoComponent;
import org.strata.mca.oob.Oob;
import org.strata.mca.osc.OscComponent;
import org.strata.mca.osc.OscComponents;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlComponent;
import org.strata.mca.rcache.ApplicationMemory;
import org.strata.opal.counters.Counters;
import org.strata.opal.counters.RareEvents;
import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.progress.RankSleeper;
import org.strata.opal.progress.Sleeper;
import org.strata.opal.time.Clock;

import java.util.List;
import java.util.Set;

/** Binds the objects that every rank has; the modules of the selected components bind the rest. */
final class StackObjects {
    private final Parameters parameters;
    private final Output output;
    private final RankSleeper sleeper;
    private final ProgressEngine engine;
    private final Counters counters;
    private final ApplicationMemory memory;
    private final RareEvents events;
    private final ComponentChoice choice;
    private Membership joined;

    StackObjects(
            Parameters parameters,
            Output output,
            RankSleeper sleeper,
            ProgressEngine engine,
            Counters counters,
            ApplicationMemory memory,
            RareEvents events) {
        this.parameters = parameters;
        this.output = output;
        this.sleeper = sleeper;
        this.engine = engine;
        this.counters = counters;
        this.memory = memory;
        this.events = events;
        choice = new ComponentChoice(parameters, output);
    }

    /** Binds all of them. */
    void bindIn(Bindings to) {
        to.instance(Parameters.class, parameters);
        to.instance(Output.class, output);
        to.instance(Clock.class, Clock.SYSTEM);
        to.instance(RankSleeper.class, sleeper);
        to.instance(Sleeper.class, sleeper);
        to.instance(ProgressEngine.class, engine);
        to.instance(Counters.class, counters);
        to.instance(ApplicationMemory.class, memory);
        to.instance(RareEvents.class, events);
        to.instance(ActiveMessages.class, new ActiveMessages());
        bindChosen(to);
    }

    private void bindChosen(Bindings to) {
        Provider<Set<EssComponent>> environments = to.all(EssComponent.class);
        Provider<Set<BtlComponent>> btls = to.all(BtlComponent.class);
        Provider<Set<BtlDecorator>> decorators = to.all(BtlDecorator.class);
        Provider<Set<BmlComponent>> bmls = to.all(BmlComponent.class);
        Provider<Set<PmlComponent>> pmls = to.all(PmlComponent.class);
        Provider<Set<CollComponent>> colls = to.all(CollComponent.class);
        Provider<Set<OscComponent>> oscs = to.all(OscComponent.class);
        Provider<Membership> membership = to.provider(Membership.class);
        Provider<Pml> pml = to.provider(Pml.class);
        to.single(Membership.class, () -> join(environments.get()));
        to.single(ProcessEnvironment.class, () -> membership.get().environment());
        to.single(Oob.class, () -> membership.get().oob());
        to.single(BtlComponents.class, () -> BtlComponents.decorated(btls.get(), decorators.get()));
        to.single(Bml.class, () -> choice.best("bml", bmls.get(), c -> true).bml());
        to.single(Pml.class, () -> pml(pmls.get()));
        to.single(Coll.class, () -> stack(colls.get(), pml.get()));
        bindFiles(to, pml);
        // Asked for when the program opens its first window.
        to.each(OscComponents.class, () -> windows(oscs.get()));
    }

    /** Not made at once: few programs use files. */
    private void bindFiles(Bindings to, Provider<Pml> pml) {
        Provider<Set<IoComponent>> files = to.all(IoComponent.class);
        Provider<Coll> coll = to.provider(Coll.class);
        to.each(
                Io.class,
                () -> choice.best("io", files.get(), c -> true).io(pml.get(), coll.get()));
    }

    private Membership join(Set<EssComponent> components) {
        EssComponent ess = choice.best("ess", components, EssComponent::available);
        try {
            joined = ess.join();
            return joined;
        } catch (EssException e) {
            throw new StackException(e.getMessage(), e);
        }
    }

    /** Makes the PML that is selected, on the one that it stands on. */
    private Pml pml(Set<PmlComponent> components) {
        List<String> selected =
                parameters.selection("pml").included().stream().map(ComponentModule::name).toList();
        PmlComponent best = choice.best("pml", components, c -> selected.contains(c.name()));
        if (best.below().isEmpty()) {
            return best.pml(null);
        }
        for (PmlComponent one : components) {
            if (one != best && one.name().equals(best.below()) && one.below().isEmpty()) {
                return best.pml(one.pml(null));
            }
        }
        String text =
                "pml %s cannot stand on pml \"%s\", which is not installed or stands on another.";
        throw new StackException(Boxes.box(text.formatted(best.name(), best.below())), null);
    }

    /**
     * Returns the membership of the job, or null before it is joined; to leave the job when wiring
     * fails.
     */
    Membership joined() {
        return joined;
    }

    /** Stacks the components: each gets the one of the next lower priority. */
    private Coll stack(Set<CollComponent> components, Pml pml) {
        Coll next = null;
        for (CollComponent component : choice.ranked("coll", components, c -> true).reversed()) {
            Coll made = component.coll(pml, next);
            next = made != null ? made : next;
        }
        return choice.required("coll", components, next);
    }

    private OscComponents windows(Set<OscComponent> components) {
        return new OscComponents(
                components.isEmpty()
                        ? List.of()
                        : choice.ranked("osc", components, component -> true));
    }
}
