package org.strata.opal.sys;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Linux futexes on words that several processes map: sleep until a word changes, wake the threads
 * that sleep on it. Stateless.
 */
public final class Futex {
    private static final long FUTEX_WAIT = 0;
    private static final long FUTEX_WAKE = 1;
    private static final long NUMBER = SystemCall.number(202, 98, 221, 238);
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private Futex() {}

    /** Returns whether this system has futexes whose call number is known here. */
    public static boolean available() {
        return NUMBER >= 0;
    }

    /** Sleeps while the word at {@code address} holds {@code expected}, at most {@code nanos}. */
    public static void await(long address, int expected, long nanos) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment timeout = arena.allocate(16, 8);
            timeout.set(ValueLayout.JAVA_LONG, 0, nanos / NANOS_PER_SECOND);
            timeout.set(ValueLayout.JAVA_LONG, 8, nanos % NANOS_PER_SECOND);
            SystemCall.call(NUMBER, address, FUTEX_WAIT, expected, timeout.address());
        }
    }

    /** Wakes every thread of every process that sleeps on the word at {@code address}. */
    public static void wake(long address) {
        SystemCall.call(NUMBER, address, FUTEX_WAKE, Integer.MAX_VALUE, 0);
    }
}
