package org.strata.opal.sys;

/** The processor this runs on. */
public final class Processor {
    private Processor() {}

    /** Returns its name in Java's words: {@code "amd64"}, {@code "aarch64"}. */
    public static String architecture() {
        return System.getProperty("os.arch");
    }
}
