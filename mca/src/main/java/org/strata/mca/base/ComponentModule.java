package org.strata.mca.base;

import com.google.inject.Module;

/**
 * What {@link java.util.ServiceLoader} finds: the Guice module of one component. Instances are
 * cheap and hold no state; the module is installed only when the component is selected, so that
 * constructing it must not touch devices. It binds its {@link Component} into the framework's
 * multibinder, and its typed configuration record.
 *
 * <p>Its parameters are declared in {@code reference.conf} under {@code mca.<framework>.<name>}.
 */
public interface ComponentModule extends Module {
    /** Returns the framework's name: {@code "btl"}. */
    String framework();

    /** Returns the component's name: {@code "tcp"}. */
    String name();
}
