package org.strata.benchmarks.papers;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * What a cache line takes from one core to another. On a virtual machine it changes by a factor of
 * four when the host moves its processors, for seconds or minutes, and with it every time of
 * messages between processes: times that were measured at different values do not compare.
 */
final class LineTransfer {
    private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);
    private static final int OTHER_LINE = 32;
    private static final int BLOCKS = 60;
    private static final int ROUND_TRIPS = 5000;

    private final long[] words = new long[3 * OTHER_LINE];

    private LineTransfer() {}

    /** Measures for about 50 ms; returns the median of one way in nanoseconds. */
    static long nanos() throws InterruptedException {
        return new LineTransfer().measure();
    }

    private long measure() throws InterruptedException {
        Thread peer = Thread.ofPlatform().daemon().start(this::answer);
        long[] times = new long[BLOCKS];
        long number = 0;
        for (int i = 0; i < BLOCKS; i++) {
            long start = System.nanoTime();
            for (int trip = 0; trip < ROUND_TRIPS; trip++) {
                WORD.setRelease(words, OTHER_LINE, ++number);
                await(2 * OTHER_LINE, number);
            }
            times[i] = (System.nanoTime() - start) / (2L * ROUND_TRIPS);
        }
        peer.join();
        Arrays.sort(times);
        return times[BLOCKS / 2];
    }

    private void answer() {
        for (long number = 1; number <= (long) BLOCKS * ROUND_TRIPS; number++) {
            await(OTHER_LINE, number);
            WORD.setRelease(words, 2 * OTHER_LINE, number);
        }
    }

    private void await(int index, long number) {
        while ((long) WORD.getAcquire(words, index) != number) {
            Thread.onSpinWait();
        }
    }
}
