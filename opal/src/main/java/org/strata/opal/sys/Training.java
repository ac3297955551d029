package org.strata.opal.sys;

/** Whether this process is the one with which start-up caches are trained. */
public final class Training {
    private static final boolean ON = Boolean.getBoolean("strata.training");

    private Training() {}

    /** Returns whether {@code org.strata.launcher.aot.Trainer} has started this process. */
    public static boolean isOn() {
        return ON;
    }
}
