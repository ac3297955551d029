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
}
