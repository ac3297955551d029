package org.strata.mca.base;

/** A component: one implementation of a framework, as a factory; one instance per rank. */
public interface Component {
    /** Returns the framework's name, {@code "btl"}: the framework's own interface defines it. */
    String framework();

    /** Returns the component's name as users type it: {@code "tcp"}. */
    String name();

    /**
     * Returns the priority among components of a framework from which one is chosen (pml, bml, ess,
     * coll); higher wins. Frameworks that use all selected components ignore it.
     */
    default int priority() {
        return 0;
    }
}
