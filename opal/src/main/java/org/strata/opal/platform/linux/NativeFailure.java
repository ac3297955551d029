package org.strata.opal.platform.linux;

/** What a handle of a native function can throw beside its result: errors of the JVM alone. */
public final class NativeFailure {
    private NativeFailure() {}

    /**
     * Returns what the caller of {@code invokeExact} throws for what it caught.
     *
     * @throws Error the same, if it is one: a program that catches StackOverflowError finds it
     */
    public static AssertionError of(Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        return new AssertionError("a native function throws nothing", thrown);
    }
}
