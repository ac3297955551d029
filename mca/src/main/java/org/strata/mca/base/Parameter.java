package org.strata.mca.base;

/**
 * A parameter and its value in this process.
 *
 * @param declaration by its component
 * @param value the value in force
 * @param origin where the value comes from, readable: "default", "command line", "environment
 *     STRATA_MCA_btl", "file /path:line"
 */
public record Parameter(Declaration declaration, String value, String origin) {
    /** Origin of values that are not set. */
    public static final String DEFAULT = "default";

    /** Returns the flat name: {@code btl_tcp_eager_limit}. */
    public String name() {
        return declaration.name();
    }

    /** Returns whether the value was set, by any source but the default. */
    public boolean isSet() {
        return !origin.equals(DEFAULT);
    }
}
