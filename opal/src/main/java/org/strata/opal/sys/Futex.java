package org.strata.opal.sys;

import org.strata.opal.platform.Platform;
import org.strata.opal.platform.Waiting;

import java.lang.foreign.Arena;

/**
 * Sleeps on words that several processes map: until a word changes, or somebody wakes. On Linux a
 * futex. Stateless.
 */
public final class Futex {
    /** Bytes that a sleep needs. */
    public static final int TIMEOUT_BYTES = Waiting.SCRATCH_BYTES;

    private static final Waiting CALLS = Platform.services().waiting();
    private static final boolean AVAILABLE = CALLS.wakes();

    private Futex() {}

    /**
     * Returns whether {@link #wake} works here: the system has futexes, and does not refuse them.
     */
    public static boolean available() {
        return AVAILABLE;
    }

    /**
     * Sleeps while the word at {@code address} holds {@code expected}, at most {@code nanos}; may
     * end early.
     */
    public static void await(long address, int expected, long nanos) {
        try (Arena arena = Arena.ofConfined()) {
            await(address, expected, nanos, arena.allocate(TIMEOUT_BYTES, Long.BYTES).address());
        }
    }

    /**
     * As {@link #await(long, int, long)}, for those that sleep often: allocates nothing.
     *
     * @param timeout {@link #TIMEOUT_BYTES} of this thread's own memory, aligned to 8
     */
    public static void await(long address, int expected, long nanos, long timeout) {
        CALLS.await(address, expected, nanos, timeout);
    }

    /** Wakes every thread of every process that sleeps on the word at {@code address}. */
    public static void wake(long address) {
        CALLS.wake(address);
    }
}
