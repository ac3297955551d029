package org.strata.mca.base;

import java.util.Locale;

/** Writes numbers of bytes for people. */
public final class Sizes {
    private static final String[] UNITS = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB"};
    private static final int STEP = 1024;

    private Sizes() {}

    /** Returns a number of bytes with a unit: {@code "700 bytes"}, {@code "1.5 MiB"}. */
    public static String text(long bytes) {
        int unit = 0;
        double value = bytes;
        while (value >= STEP && unit < UNITS.length - 1) {
            value /= STEP;
            unit++;
        }
        return unit == 0
                ? bytes + " " + UNITS[0]
                : String.format(Locale.ROOT, "%.1f %s", value, UNITS[unit]);
    }
}
