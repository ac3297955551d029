package org.strata.mca.base;

import com.google.inject.Provider;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The objects of a rank by their types, as long as no module wants more of Guice than that. Guice's
 * own injector is a large part of a rank's start: it reads modules by reflection, for which the JVM
 * makes classes at run time that no start-up cache can hold.
 */
final class PlainWiring implements Bindings, Wired {
    private final Map<Class<?>, Provider<?>> bound = new LinkedHashMap<>();
    private final Map<Class<?>, Provider<? extends Set<?>>> kinds = new LinkedHashMap<>();
    private final Set<Class<?>> wanted = new LinkedHashSet<>();

    /** A module needs Guice itself. Not an error: the stack is wired by it then. */
    static final class GuiceNeeded extends RuntimeException {
        private static final long serialVersionUID = 1L;

        GuiceNeeded(String why) {
            super(why, null, false, false);
        }
    }

    /**
     * Makes the objects of a rank.
     *
     * @param own binds those that every rank has
     * @param modules binds the selected components
     * @throws GuiceNeeded before anything is made, when they cannot be made here
     * @throws StackException when one cannot be made
     */
    static PlainWiring of(Consumer<Bindings> own, Consumer<PlainWiring> modules) {
        PlainWiring wiring = new PlainWiring();
        own.accept(wiring);
        modules.accept(wiring);
        wiring.check();
        try {
            wiring.open();
            return wiring;
        } catch (StackException e) {
            throw e;
        } catch (RuntimeException e) {
            throw StackException.unwired(List.of(e.toString()), e);
        }
    }

    @Override
    public <T> void instance(Class<T> type, T object) {
        each(type, () -> object);
    }

    @Override
    public <T> void single(Class<T> type, Provider<T> constructor) {
        each(type, new Once<>(type.getName(), constructor));
    }

    @Override
    public <T> void each(Class<T> type, Provider<T> constructor) {
        if (bound.putIfAbsent(type, constructor) != null) {
            throw new GuiceNeeded(type.getName() + " is bound twice");
        }
    }

    /** Binds all components of a kind, which are made once. */
    <C> void kind(Class<C> kind, Provider<Set<C>> constructor) {
        kinds.put(kind, new Once<>("components of " + kind.getName(), constructor));
    }

    @Override
    public <T> Provider<T> provider(Class<T> type) {
        wanted.add(type);
        return () -> get(type);
    }

    @Override
    public <C> Provider<Set<C>> all(Class<C> kind) {
        return () -> components(kind);
    }

    /** What is asked for and not bound: Guice says so in its own words, or makes it. */
    private void check() {
        for (Class<?> type : wanted) {
            if (!bound.containsKey(type)) {
                throw new GuiceNeeded(type.getName() + " is not bound");
            }
        }
    }

    /** Makes every object that is made once, in the order in which they were bound. */
    private void open() {
        bound.values().stream().filter(Once.class::isInstance).forEach(Provider::get);
        kinds.values().forEach(Provider::get);
    }

    @Override
    @SuppressWarnings("unchecked") // each() binds providers of the key's type
    public <T> T get(Class<T> type) {
        Provider<?> provider = bound.get(type);
        if (provider == null) {
            throw new IllegalStateException(type.getName() + " is not bound");
        }
        return (T) provider.get();
    }

    @Override
    @SuppressWarnings("unchecked") // kind() binds sets of the key's type
    public <C> Set<C> components(Class<C> kind) {
        Provider<?> provider = kinds.get(kind);
        if (provider == null) {
            throw new IllegalStateException(kind.getName() + " is no kind of component");
        }
        return (Set<C>) provider.get();
    }

    /** Makes an object when it is asked for the first time. */
    private static final class Once<T> implements Provider<T> {
        private final String what;
        private Provider<? extends T> constructor;
        private boolean making;
        private T object;

        Once(String what, Provider<? extends T> constructor) {
            this.what = what;
            this.constructor = constructor;
        }

        @Override
        public T get() {
            if (constructor != null) {
                if (making) {
                    throw new IllegalStateException(what + ": needed to make itself");
                }
                making = true;
                try {
                    object = constructor.get();
                    constructor = null;
                } finally {
                    making = false;
                }
            }
            return object;
        }
    }
}
