package org.strata.mca.base;

/** The parameters in force, as components see them. */
public interface ParameterLookup {
    /** Returns the parameters of one component; "base" or empty for the framework's own. */
    Section section(String framework, String component);

    /** Returns a parameter by its flat name, or null when it is not declared. */
    Parameter find(String name);
}
