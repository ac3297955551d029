package org.strata.mca.base;

import com.google.inject.Module;

import java.util.List;

/**
 * The Guice module of one component, which {@link java.util.ServiceLoader} finds. Instances are
 * cheap and hold no state; the module is installed only when the component is selected, so that
 * constructing it must not touch devices. It extends {@link PlainModule}, which is checked, and
 * binds its {@link Component} to code that constructs it. Bindings must be explicit, and a
 * component depends on nothing but the parameters of its constructor:
 *
 * <pre>{@code
 * protected void configure() {
 *     Provider<Section> section = section();
 *     Provider<Oob> oob = getProvider(Oob.class);
 *     component(
 *             BtlComponent.class,
 *             () -> new TcpComponent(TcpConfig.from(section.get()), oob.get()));
 * }
 * }</pre>
 *
 * <p>Nobody looks for methods with {@code @Provides}.
 *
 * <p>Its parameters are declared in {@code org/strata/reference.conf} under {@code
 * mca.<framework>.<name>}.
 */
public interface ComponentModule extends Module {
    /** Returns the framework's name: {@code "btl"}. */
    String framework();

    /** Returns the component's name: {@code "tcp"}. */
    String name();

    /**
     * Returns whether this component decorates others of its framework instead of being one of
     * them. A decorator takes no part in the selection by name: it is installed when its parameter
     * {@code wrap} names the components that it wraps.
     */
    default boolean decorator() {
        return false;
    }

    /**
     * Returns names that this component had in Open MPI. Users may still type them, in selections
     * and in names of parameters; a notice then prints the present name.
     */
    default List<String> oldNames() {
        return List.of();
    }

    /**
     * Returns the name of the component of its framework that this one stands on, or empty. That
     * component is installed even if the user's selection leaves it out.
     *
     * @param section the component's parameters
     */
    default String below(Section section) {
        return "";
    }

    /**
     * Returns the values of an ENUM parameter that the component's classes define. The tag of such
     * a parameter in {@code reference.conf} lists no values: {@code [type=enum level=5]}. Called
     * only when a user sets the parameter, or a tool prints its values.
     *
     * @param key the parameter, as in {@code reference.conf}
     */
    default List<AllowedValue> allowedValues(String key) {
        return List.of();
    }

    /**
     * Returns what the component finds on this host that decides how it works: devices and what
     * they can do. {@code mpi_info} prints it when asked for the component, in no running job.
     *
     * @param parameters of this process, without problems
     */
    default List<InfoFacts.Fact> facts(ParameterLookup parameters) {
        return List.of();
    }

    /**
     * Returns what a parameter's value comes to on this host, in words; empty for one that says so
     * itself. Called only by a tool that prints it.
     *
     * @param key the parameter, as in {@code reference.conf}
     * @param value its value
     */
    default String meaningHere(String key, String value) {
        return "";
    }

    /**
     * Checks values that are each within their bounds, but cannot work, or not together. The
     * launcher calls it for every selected component of which a value is set, before it starts a
     * process; it prints the objections with all other problems, and starts nothing. Defaults must
     * pass: nobody checks them in a job.
     *
     * @param section the component's parameters
     * @param objections receives every parameter whose value is refused
     */
    default void check(Section section, Objections objections) {}

    /** Collects objections to values of parameters. */
    @FunctionalInterface
    interface Objections {
        /**
         * Objects to a value; the collector adds the component and the origin of the value.
         *
         * @param key the parameter, as in {@code reference.conf}
         * @param why a sentence that says which values are allowed
         */
        void add(String key, String why);
    }
}
