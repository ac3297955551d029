package org.strata.opal.sys;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * Linux futexes on words that several processes map: sleep until a word changes, wake who sleeps on
 * it. Stateless.
 */
public final class Futex {
    private static final int FUTEX_WAIT = 0;
    private static final int FUTEX_WAKE = 1;
    private static final long CALL_NUMBER = callNumber();
    private static final MethodHandle WAIT = CALL_NUMBER < 0 ? null : link(false);

    /** Wake never blocks, so it may skip the thread-state transition. */
    private static final MethodHandle WAKE = CALL_NUMBER < 0 ? null : link(true);

    private Futex() {}

    private static long callNumber() {
        String os = System.getProperty("os.name");
        if (!"Linux".equals(os)) {
            return -1;
        }
        return switch (System.getProperty("os.arch")) {
            case "amd64", "x86_64" -> 202;
            case "aarch64", "riscv64" -> 98;
            case "ppc64le" -> 221;
            case "s390x" -> 238;
            default -> -1;
        };
    }

    private static MethodHandle link(boolean critical) {
        ValueLayout.OfLong word = ValueLayout.JAVA_LONG;
        FunctionDescriptor type =
                FunctionDescriptor.of(word, word, word, word, word, word, word, word);
        Linker linker = Linker.nativeLinker();
        MemorySegment symbol = linker.defaultLookup().find("syscall").orElseThrow();
        return critical
                ? linker.downcallHandle(symbol, type, Linker.Option.critical(false))
                : linker.downcallHandle(symbol, type);
    }

    /** Returns whether this system has futexes that we know how to call. */
    public static boolean available() {
        return CALL_NUMBER >= 0;
    }

    /** Sleeps while the word at {@code address} holds {@code expected}, at most {@code nanos}. */
    public static void await(long address, int expected, long nanos) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment timeout = arena.allocate(16, 8);
            timeout.set(ValueLayout.JAVA_LONG, 0, nanos / 1_000_000_000L);
            timeout.set(ValueLayout.JAVA_LONG, 8, nanos % 1_000_000_000L);
            long ignored =
                    (long)
                            WAIT.invokeExact(
                                    CALL_NUMBER,
                                    address,
                                    (long) FUTEX_WAIT,
                                    (long) expected,
                                    timeout.address(),
                                    0L,
                                    0L);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** Wakes every thread of every process that sleeps on the word at {@code address}. */
    public static void wake(long address) {
        try {
            long ignored =
                    (long)
                            WAKE.invokeExact(
                                    CALL_NUMBER,
                                    address,
                                    (long) FUTEX_WAKE,
                                    (long) Integer.MAX_VALUE,
                                    0L,
                                    0L,
                                    0L);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }
}
