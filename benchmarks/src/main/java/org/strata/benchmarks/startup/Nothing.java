package org.strata.benchmarks.startup;

/** Returns at once: what a JVM costs that calls no MPI. */
public final class Nothing {
    private Nothing() {}

    /** Does nothing. */
    public static void main(String[] args) {}
}
