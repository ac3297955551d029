package org.strata.mca.base;

import com.google.inject.AbstractModule;
import com.google.inject.Key;
import com.google.inject.Scopes;
import com.google.inject.util.Types;

import org.strata.mca.base.PlainModule.Contribution;
import org.strata.mca.bml.BmlComponent;
import org.strata.mca.btl.BtlComponent;
import org.strata.mca.btl.BtlDecorator;
import org.strata.mca.coll.CollComponent;
import org.strata.mca.ess.EssComponent;
import org.strata.mca.io.IoComponent;
import org.strata.mca.mpool.MpoolComponent;
import org.strata.mca.osc.OscComponent;
import org.strata.mca.pml.PmlComponent;
import org.strata.mca.rcache.RcacheComponent;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Installs the modules of the selected components, and binds the set of each kind of component. */
public final class SelectedModules extends AbstractModule {
    private static final List<Class<?>> KINDS =
            List.of(
                    EssComponent.class,
                    PmlComponent.class,
                    BmlComponent.class,
                    BtlComponent.class,
                    BtlDecorator.class,
                    CollComponent.class,
                    IoComponent.class,
                    OscComponent.class,
                    MpoolComponent.class,
                    RcacheComponent.class);

    private final List<ComponentModule> modules;

    /**
     * @param modules of the selected components
     */
    public SelectedModules(Collection<? extends ComponentModule> modules) {
        this.modules = List.copyOf(modules);
    }

    /** Returns the key of all selected components of a kind. */
    @SuppressWarnings("unchecked") // Types.setOf makes the type of the set from the class
    public static <C> Key<Set<C>> setOf(Class<C> kind) {
        return (Key<Set<C>>) Key.get(Types.setOf(kind));
    }

    @Override
    protected void configure() {
        List<Contribution<?>> all = contributions(module -> module.contribute(binder()));
        KINDS.forEach(kind -> bindSet(kind, all));
    }

    /**
     * Binds the same in a plain wiring.
     *
     * @throws PlainWiring.GuiceNeeded when a module does more than to add components
     */
    void bindIn(PlainWiring wiring) {
        List<Contribution<?>> all = contributions(module -> module.contribute(wiring));
        KINDS.forEach(kind -> bindSet(wiring, kind, all));
    }

    private List<Contribution<?>> contributions(
            Function<PlainModule, List<Contribution<?>>> contribute) {
        List<Contribution<?>> all = new ArrayList<>();
        for (ComponentModule module : modules) {
            if (!(module instanceof PlainModule plain)) {
                throw refusal(module, "it does not extend " + PlainModule.class.getName());
            }
            List<Contribution<?>> added = contribute.apply(plain);
            check(module, added);
            all.addAll(added);
        }
        return all;
    }

    /** A component that is not added in the one way that is read would be missing silently. */
    private static void check(ComponentModule module, List<Contribution<?>> added) {
        if (added.isEmpty()) {
            throw refusal(module, "its configure() adds no component by component(kind, ...)");
        }
        for (Contribution<?> each : added) {
            if (!KINDS.contains(each.kind())) {
                String kind = each.kind().getName();
                throw refusal(module, "it adds a component of kind " + kind + ", which is none");
            }
        }
    }

    private static StackException refusal(ComponentModule module, String reason) {
        List<String> lines =
                List.of(
                        "A component cannot be used: its module does not add it to the stack.",
                        "",
                        "  Component: " + module.framework() + " " + module.name(),
                        "  Module:    " + module.getClass().getName(),
                        "  Reason:    " + reason);
        return new StackException(Boxes.box(lines), null);
    }

    private <C> void bindSet(Class<C> kind, List<Contribution<?>> all) {
        bind(setOf(kind)).toProvider(() -> components(kind, all)).in(Scopes.SINGLETON);
    }

    private static <C> void bindSet(PlainWiring wiring, Class<C> kind, List<Contribution<?>> all) {
        wiring.kind(kind, () -> components(kind, all));
    }

    private static <C> Set<C> components(Class<C> kind, List<Contribution<?>> all) {
        Set<C> components = new LinkedHashSet<>();
        for (Contribution<?> each : all) {
            if (each.kind() == kind) {
                components.add(kind.cast(each.constructor().get()));
            }
        }
        return components;
    }
}
