package org.strata.mca.base;

import com.google.inject.AbstractModule;
import com.google.inject.Binder;
import com.google.inject.Key;
import com.google.inject.Provider;
import com.google.inject.Scopes;
import com.google.inject.multibindings.Multibinder;
import com.google.inject.util.Types;

import java.util.Set;

/**
 * What the modules of components extend: it binds them to plain code. Guice could find constructors
 * and methods by reflection, but the JVM makes classes for reflective calls, in every rank of every
 * job, which costs more than the whole wiring does this way.
 */
public abstract class PlainModule extends AbstractModule implements ComponentModule {
    /**
     * Adds the component to the components of its framework.
     *
     * @param kind the framework's interface: {@code BtlComponent.class}
     * @param constructor makes the component, once per rank
     */
    protected final <C> void component(Class<C> kind, Provider<? extends C> constructor) {
        Multibinder.newSetBinder(binder(), kind)
                .addBinding()
                .toProvider(constructor)
                .in(Scopes.SINGLETON);
    }

    /** Returns a provider of the component's own parameters. */
    protected final Provider<Section> section() {
        Provider<Parameters> parameters = getProvider(Parameters.class);
        return () -> parameters.get().section(framework(), name());
    }

    /**
     * Returns a provider of all selected components of a framework: {@code
     * all(BtlComponent.class)}.
     */
    protected final <C> Provider<Set<C>> all(Class<C> kind) {
        return getProvider(setOf(kind));
    }

    /** Returns the key of all selected components of a framework. */
    @SuppressWarnings("unchecked") // Types.setOf makes the type of the set from the class
    static <C> Key<Set<C>> setOf(Class<C> kind) {
        return (Key<Set<C>>) Key.get(Types.setOf(kind));
    }

    /**
     * Names the module as the source of its bindings, which spares Guice a stack trace for each.
     */
    @Override
    protected final Binder binder() {
        return super.binder().withSource(getClass().getName());
    }
}
