package org.strata.verbs.ibverbs;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;

import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;

/** Calls of functions by address; libc's stand in for a driver's, which this host may not have. */
final class NativeTest {
    private static final int ROUNDS = 20_000;
    private static final MemorySegment POLL = Native.libc("poll");
    private static final MemorySegment GETPPID = Native.libc("getppid");
    private static final MemorySegment CLOSE = Native.libc("close");
    private static final MemorySegment LABS = Native.libc("labs");
    private static final int EBADF = 9;

    @Test
    void resultsOfSetUpCalls() {
        assertThat(Native.number(GETPPID)).isPositive();
        assertThat(Native.number(CLOSE, -1)).isEqualTo(-EBADF);
        assertThat(Native.status(CLOSE, -1)).isEqualTo(EBADF);
        assertThat(Native.status(POLL, 0, 0, 0)).isZero();
        assertThat(Native.pointer(LABS, 77)).isEqualTo(77);
        // In the language of whoever runs this.
        assertThat(Libc.text(EBADF)).isNotBlank().isNotEqualTo(Libc.text(0));
    }

    /** A status is 0, an errno, or a negative errno: drivers do as they like. */
    @Test
    void errnoWithEitherSign() {
        MemorySegment atoi = Native.libc("atoi");
        try (Arena arena = Arena.ofConfined()) {
            assertThat(Native.status(atoi, arena.allocateFrom("-22").address())).isEqualTo(22);
            assertThat(Native.status(atoi, arena.allocateFrom("22").address())).isEqualTo(22);
        }
    }

    @Test
    void theDataPathAllocatesNothing() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        // Once compiled, and measured without the compiler's deoptimisations, it is 0.
        for (int attempt = 0; attempt < 10 && least > 0; attempt++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < ROUNDS; i++) {
                assertZero(Native.poll(POLL, 0, 0, 0));
                assertZero(Native.post(POLL, 0, 0, 0));
                assertZero(Native.arm(LABS, 0, 0));
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertThat(least / ROUNDS).isZero();
    }

    private static void assertZero(int result) {
        if (result != 0) {
            throw new AssertionError(result);
        }
    }
}
