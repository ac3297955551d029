package org.strata.mca.base;

import com.google.inject.AbstractModule;
import com.google.inject.Binding;
import com.google.inject.Guice;
import com.google.inject.Injector;
import com.google.inject.Key;
import com.google.inject.Module;
import com.google.inject.Stage;
import com.google.inject.spi.Element;
import com.google.inject.spi.Elements;
import com.google.inject.spi.LinkedKeyBinding;

import java.lang.reflect.Constructor;
import java.lang.reflect.Modifier;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Makes Guice construct classes without annotations by their only constructor, as for {@code
 * to(TcpComponent.class)}. So components do not depend on the injector, and tests construct them
 * directly.
 */
final class PlainConstructors extends AbstractModule {
    private static final String OPTION = "guice_bytecode_gen_option";

    private final Set<Class<?>> types;

    private PlainConstructors(Set<Class<?>> types) {
        this.types = types;
    }

    /**
     * Creates an injector that calls constructors by reflection: that starts faster than generating
     * classes, and needs no access to the JDK's internals. Guice reads the option once, when it is
     * loaded; it is removed again, because a program may have a Guice of its own.
     */
    static Injector createInjector(List<Module> modules) {
        String before = System.getProperty(OPTION);
        System.setProperty(OPTION, "DISABLED");
        try {
            return Guice.createInjector(Stage.PRODUCTION, complete(modules));
        } finally {
            if (before == null) {
                System.clearProperty(OPTION);
            } else {
                System.setProperty(OPTION, before);
            }
        }
    }

    /**
     * Returns modules equal to the given ones, which also bind the linked classes to their
     * constructors.
     */
    private static List<Module> complete(List<Module> modules) {
        List<Element> elements = Elements.getElements(Stage.PRODUCTION, modules);
        Set<Key<?>> bound = new HashSet<>();
        Set<Class<?>> linked = new LinkedHashSet<>();
        for (Element element : elements) {
            if (element instanceof Binding<?> binding) {
                bound.add(binding.getKey());
            }
            if (element instanceof LinkedKeyBinding<?> binding) {
                linked.add(binding.getLinkedKey().getTypeLiteral().getRawType());
            }
        }
        linked.removeIf(type -> bound.contains(Key.get(type)) || !plain(type));
        return List.of(Elements.getModule(elements), new PlainConstructors(linked));
    }

    private static boolean plain(Class<?> type) {
        return !Modifier.isAbstract(type.getModifiers())
                && type.getDeclaredConstructors().length == 1;
    }

    @Override
    protected void configure() {
        types.forEach(this::bindConstructor);
    }

    private <T> void bindConstructor(Class<T> type) {
        @SuppressWarnings("unchecked") // a class declares its own constructors
        Constructor<T> constructor = (Constructor<T>) type.getDeclaredConstructors()[0];
        bind(type).toConstructor(constructor);
    }
}
