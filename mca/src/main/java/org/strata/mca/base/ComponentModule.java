package org.strata.mca.base;

import com.google.inject.Module;

import java.util.List;

/**
 * What {@link java.util.ServiceLoader} finds: the Guice module of one component. Instances are
 * cheap and hold no state; the module is installed only when the component is selected, so that
 * constructing it must not touch devices. It binds its {@link Component} into the framework's
 * multibinder, and provides its typed configuration record. Bindings must be explicit; a bound
 * class is constructed by its only constructor and carries no annotations:
 *
 * <pre>{@code
 * protected void configure() {
 *     Multibinder.newSetBinder(binder(), BtlComponent.class)
 *             .addBinding()
 *             .to(TcpComponent.class)
 *             .in(Singleton.class);
 * }
 *
 * @Provides
 * TcpConfig config(Parameters parameters) {
 *     return TcpConfig.from(parameters.section("btl", "tcp"));
 * }
 * }</pre>
 *
 * <p>Its parameters are declared in {@code reference.conf} under {@code mca.<framework>.<name>}.
 */
public interface ComponentModule extends Module {
    /** Returns the framework's name: {@code "btl"}. */
    String framework();

    /** Returns the component's name: {@code "tcp"}. */
    String name();

    /**
     * Returns whether this component decorates others of its framework instead of being one of
     * them. A decorator takes no part in the selection by name: it is installed when its parameter
     * {@code wrap} names what it is put around.
     */
    default boolean decorator() {
        return false;
    }

    /**
     * Returns names this component had in Open MPI, which users may still type, in selections and
     * in names of parameters; they get one line that says the present name.
     */
    default List<String> oldNames() {
        return List.of();
    }

    /**
     * Returns the values of an ENUM parameter that the component's classes define. The tag of such
     * a parameter in {@code reference.conf} lists no values: {@code [type=enum level=5]}. Asked
     * only when a user sets the parameter, or wants to see its values.
     *
     * @param key the parameter, as in {@code reference.conf}
     */
    default List<AllowedValue> allowedValues(String key) {
        return List.of();
    }

    /**
     * Looks for values that are each within their bounds and cannot work, or cannot work together.
     * Asked of every selected component before anything runs: whatever it objects to is told with
     * all other problems, and nothing starts.
     *
     * @param section the component's parameters
     * @param objections told of every parameter that cannot be as it is
     */
    default void check(Section section, Objections objections) {}

    /**
     * Returns why this component has no parameter of a name that it had in Open MPI: one or more
     * sentences for the user, with what to do instead. Empty for names that were never one.
     *
     * @param key the name without framework and component, as in Open MPI: {@code "ib_static_rate"}
     */
    default String whyAbsent(String key) {
        return "";
    }

    /** Hears what is wrong with values of parameters. */
    @FunctionalInterface
    interface Objections {
        /**
         * Objects to a value; whose it is and where it was given is added.
         *
         * @param key the parameter, as in {@code reference.conf}
         * @param why a sentence, with what is allowed
         */
        void add(String key, String why);
    }
}
