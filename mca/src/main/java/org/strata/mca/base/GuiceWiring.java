package org.strata.mca.base;

import com.google.inject.AbstractModule;
import com.google.inject.Binder;
import com.google.inject.CreationException;
import com.google.inject.Guice;
import com.google.inject.Injector;
import com.google.inject.Provider;
import com.google.inject.ProvisionException;
import com.google.inject.Scopes;
import com.google.inject.Stage;
import com.google.inject.spi.Message;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The objects of a rank, made by Guice's injector: where a module binds more than its component.
 */
final class GuiceWiring implements Wired {
    private final Injector injector;

    /**
     * Makes the objects.
     *
     * @param own binds those that every rank has
     * @throws StackException a component's own, else one with all causes; without frames of the
     *     injector
     */
    GuiceWiring(Consumer<Bindings> own, SelectedModules modules) {
        try {
            injector = Guice.createInjector(Stage.PRODUCTION, new Own(own), modules);
        } catch (CreationException e) {
            throw reason(e);
        }
    }

    @Override
    public <T> T get(Class<T> type) {
        try {
            return injector.getInstance(type);
        } catch (ProvisionException e) {
            throw e.getCause() instanceof StackException own ? InjectorFrames.cut(own) : e;
        }
    }

    @Override
    public <C> Set<C> components(Class<C> kind) {
        return injector.getInstance(SelectedModules.setOf(kind));
    }

    private static StackException reason(CreationException e) {
        List<String> lines = new ArrayList<>();
        Throwable first = null;
        for (Message message : e.getErrorMessages()) {
            for (Throwable t = message.getCause(); t != null; t = t.getCause()) {
                if (t instanceof StackException own) {
                    return InjectorFrames.cut(own);
                }
            }
            Throwable cause = message.getCause();
            lines.add(message.getMessage() + (cause == null ? "" : ": " + cause));
            first = first == null ? cause : first;
        }
        return InjectorFrames.cut(StackException.unwired(lines, first));
    }

    /** What every rank has, in Guice's words. */
    private static final class Own extends AbstractModule implements Bindings {
        private final Consumer<Bindings> own;

        Own(Consumer<Bindings> own) {
            this.own = own;
        }

        @Override
        protected void configure() {
            binder().requireExplicitBindings();
            binder().disableCircularProxies();
            own.accept(this);
        }

        @Override
        public <T> void instance(Class<T> type, T object) {
            bind(type).toInstance(object);
        }

        @Override
        public <T> void single(Class<T> type, Provider<T> constructor) {
            bind(type).toProvider(constructor).in(Scopes.SINGLETON);
        }

        @Override
        public <T> void each(Class<T> type, Provider<T> constructor) {
            bind(type).toProvider(constructor);
        }

        @Override
        public <T> Provider<T> provider(Class<T> type) {
            return getProvider(type);
        }

        @Override
        public <C> Provider<Set<C>> all(Class<C> kind) {
            return getProvider(SelectedModules.setOf(kind));
        }

        @Override
        protected Binder binder() {
            return super.binder().withSource("the stack");
        }
    }
}
