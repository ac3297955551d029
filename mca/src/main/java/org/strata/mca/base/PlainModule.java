package org.strata.mca.base;

import com.google.inject.AbstractModule;
import com.google.inject.Binder;
import com.google.inject.Provider;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What the modules of components extend: it binds them to plain code. Guice could find constructors
 * and methods by reflection, and keep sets of components with its Multibinder, but for reflective
 * calls and annotations the JVM makes classes at run time, in every rank of every job, which costs
 * more than the whole wiring does this way. A stack whose modules do no more than to add components
 * does not even start Guice's injector ({@link PlainWiring}).
 */
public abstract class PlainModule extends AbstractModule implements ComponentModule {
    /** Filled while {@code contribute} runs {@link #configure}; else null. */
    private List<Contribution<?>> contributions;

    /** Where {@link #configure} asks for objects; null while Guice runs it. */
    private PlainWiring wiring;

    /**
     * A component of a module.
     *
     * @param kind the framework's interface
     * @param constructor makes the component
     */
    record Contribution<C>(Class<C> kind, Provider<? extends C> constructor) {}

    /**
     * Adds the component to the components of its framework.
     *
     * @param kind the framework's interface: {@code BtlComponent.class}
     * @param constructor makes the component, once per rank
     */
    protected final <C> void component(Class<C> kind, Provider<? extends C> constructor) {
        if (contributions == null) {
            throw new IllegalStateException(
                    getClass().getName() + " must be installed by SelectedModules");
        }
        contributions.add(new Contribution<>(kind, constructor));
    }

    /** Returns a provider of the component's own parameters. */
    protected final Provider<Section> section() {
        Provider<Parameters> parameters = getProvider(Parameters.class);
        return () -> parameters.get().section(framework(), name());
    }

    /**
     * Returns a provider of all selected components of a framework: {@code
     * all(MpoolComponent.class)}.
     */
    protected final <C> Provider<Set<C>> all(Class<C> kind) {
        return wiring != null ? wiring.all(kind) : getProvider(SelectedModules.setOf(kind));
    }

    /** Returns a provider of an object of the rank. */
    @Override
    protected final <T> Provider<T> getProvider(Class<T> type) {
        return wiring != null ? wiring.provider(type) : super.getProvider(type);
    }

    /** Returns Guice's binder. A module that uses it has the whole stack wired by Guice. */
    @Override
    protected final Binder binder() {
        if (wiring != null) {
            throw new PlainWiring.GuiceNeeded(getClass().getName() + " uses Guice's binder");
        }
        return super.binder();
    }

    /** Configures this module, and returns the components that it adds. */
    final List<Contribution<?>> contribute(Binder binder) {
        contributions = new ArrayList<>();
        try {
            configure(binder.withSource(getClass().getName()));
            return contributions;
        } finally {
            contributions = null;
        }
    }

    /**
     * Configures this module, and returns the components that it adds.
     *
     * @throws PlainWiring.GuiceNeeded when it does more than that
     */
    final List<Contribution<?>> contribute(PlainWiring into) {
        contributions = new ArrayList<>();
        wiring = into;
        try {
            configure();
            return contributions;
        } finally {
            contributions = null;
            wiring = null;
        }
    }
}
