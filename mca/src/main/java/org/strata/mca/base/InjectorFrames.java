package org.strata.mca.base;

import com.google.inject.Injector;

import java.util.Arrays;

/**
 * Cuts stack traces where the injector called the code that failed: the dozens of frames below it
 * say nothing about the failure.
 */
final class InjectorFrames {
    private static final String INJECTOR = Injector.class.getPackageName() + ".";
    private static final int LONGEST_CHAIN = 20;

    private InjectorFrames() {}

    /** Cuts the traces of an exception and of all its causes; returns the exception. */
    static <T extends Throwable> T cut(T failure) {
        Throwable each = failure;
        for (int i = 0; each != null && i < LONGEST_CHAIN; i++) {
            each.setStackTrace(cut(each.getStackTrace()));
            each = each.getCause();
        }
        return failure;
    }

    private static StackTraceElement[] cut(StackTraceElement[] trace) {
        int end = 0;
        while (end < trace.length && !trace[end].getClassName().startsWith(INJECTOR)) {
            end++;
        }
        if (end == trace.length) {
            return trace;
        }
        while (end > 0 && isReflection(trace[end - 1].getClassName())) {
            end--;
        }
        return Arrays.copyOf(trace, end);
    }

    private static boolean isReflection(String type) {
        return type.startsWith("java.lang.reflect.")
                || type.startsWith("java.lang.invoke.")
                || type.startsWith("jdk.internal.reflect.");
    }
}
