package org.strata.opal.sys;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * Linux's membarrier across processes: one side of a StoreLoad race pays for both. The rare side
 * stores, calls {@link #everywhere}, loads; the frequent side, in a process that has called {@link
 * #join}, stores and loads with no fence in between but against the compiler's reordering.
 * Stateless.
 */
public final class Membarrier {
    private static final long GLOBAL_EXPEDITED = 1 << 1;
    private static final long REGISTER_GLOBAL_EXPEDITED = 1 << 2;
    private static final long CALL_NUMBER = callNumber();
    private static final MethodHandle CALL = CALL_NUMBER < 0 ? null : link();

    private Membarrier() {}

    private static long callNumber() {
        if (!"Linux".equals(System.getProperty("os.name"))) {
            return -1;
        }
        return switch (System.getProperty("os.arch")) {
            case "amd64", "x86_64" -> 324;
            case "aarch64", "riscv64" -> 283;
            case "ppc64le" -> 365;
            case "s390x" -> 356;
            default -> -1;
        };
    }

    private static MethodHandle link() {
        ValueLayout.OfLong word = ValueLayout.JAVA_LONG;
        FunctionDescriptor type = FunctionDescriptor.of(word, word, word, word, word);
        Linker linker = Linker.nativeLinker();
        MemorySegment symbol = linker.defaultLookup().find("syscall").orElseThrow();
        return linker.downcallHandle(symbol, type);
    }

    /**
     * Makes the barriers of other processes reach this one's threads, and its own barriers
     * possible.
     *
     * @return false when this system has none, or refuses
     */
    public static boolean join() {
        return CALL != null && call(REGISTER_GLOBAL_EXPEDITED) == 0;
    }

    /** Makes every running thread of every joined process pass a full fence before it returns. */
    public static void everywhere() {
        call(GLOBAL_EXPEDITED);
    }

    private static long call(long command) {
        try {
            return (long) CALL.invokeExact(CALL_NUMBER, command, 0L, 0L);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }
}
