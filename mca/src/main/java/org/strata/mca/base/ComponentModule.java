package org.strata.mca.base;

import com.google.inject.Module;

import java.util.List;

/**
 * What {@link java.util.ServiceLoader} finds: the Guice module of one component. Instances are
 * cheap and hold no state; the module is installed only when the component is selected, so that
 * constructing it must not touch devices. It binds its {@link Component} into the framework's
 * multibinder, and its typed configuration record. Explicit bindings are required, and classes
 * outside modules carry no injection annotations, so that provider methods say it best:
 *
 * <pre>{@code
 * @Provides
 * @Singleton
 * TcpConfig config(Parameters parameters) {
 *     return TcpConfig.from(parameters.section("btl", "tcp"));
 * }
 *
 * @ProvidesIntoSet
 * @Singleton
 * BtlComponent component(TcpConfig config, ProgressEngine engine, Oob oob) {
 *     return new TcpComponent(config, engine, oob);
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
     * Returns names this component had in Open MPI, which users may still type, in selections and
     * in names of parameters; they get one line that says the present name.
     */
    default List<String> oldNames() {
        return List.of();
    }
}
