package org.strata.opal.report;

/**
 * What is known of a region that the program has named: each is a value of {@link RankNumbers},
 * whose name ends with that of the region. Sums over the region's runs and the rank's threads.
 */
public enum RegionValue {
    /** How often the region has run. */
    TIMES("region runs: "),
    /** How long, nanoseconds. */
    ELAPSED("region time: "),
    /** Of that, in calls of MPI. */
    MPI("region MPI: "),
    /** Of that, before the partner acted. */
    WAITING("region waiting: ");

    private final String prefix;

    RegionValue(String prefix) {
        this.prefix = prefix;
    }

    /** Returns the name of the value for a region. */
    public String of(String region) {
        return prefix + region;
    }

    /** Returns the kind of a value, or null if it belongs to no region. */
    public static RegionValue kind(String value) {
        for (RegionValue kind : values()) {
            if (value.startsWith(kind.prefix)) {
                return kind;
            }
        }
        return null;
    }

    /** Returns the region that a value of this kind belongs to. */
    public String region(String value) {
        return value.substring(prefix.length());
    }
}
