package org.strata.opal.platform.linux;

import org.strata.opal.memory.Memory;
import org.strata.opal.platform.Waiting;

import java.lang.foreign.Arena;

/** Futexes, and membarrier across processes. */
final class LinuxWaiting implements Waiting {
    private static final long FUTEX_WAIT = 0;
    private static final long FUTEX_WAKE = 1;
    private static final long FUTEX = SystemCall.number(202, 98, 221, 238);
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private static final long GLOBAL_EXPEDITED = 1 << 1;
    private static final long REGISTER_GLOBAL_EXPEDITED = 1 << 2;
    private static final long MEMBARRIER = SystemCall.number(324, 283, 365, 356);

    private static final boolean WAKES = probe();

    /**
     * A sandbox that refuses futexes would have every sleeper poll, at the price of a call each.
     */
    private static boolean probe() {
        try (Arena arena = Arena.ofConfined()) {
            long word = Memory.allocate(arena, Integer.BYTES, Integer.BYTES);
            return SystemCall.call(FUTEX, word, FUTEX_WAKE, 1, 0) == 0;
        }
    }

    @Override
    public boolean wakes() {
        return WAKES;
    }

    @Override
    public void await(long address, int expected, long nanos, long scratch) {
        Memory.putLong(scratch, nanos / NANOS_PER_SECOND);
        Memory.putLong(scratch + Long.BYTES, nanos % NANOS_PER_SECOND);
        SystemCall.call(FUTEX, address, FUTEX_WAIT, expected, scratch);
    }

    @Override
    public void wake(long address) {
        SystemCall.call(FUTEX, address, FUTEX_WAKE, Integer.MAX_VALUE, 0);
    }

    @Override
    public boolean joinBarriers() {
        return SystemCall.call(MEMBARRIER, REGISTER_GLOBAL_EXPEDITED, 0, 0, 0) == 0;
    }

    @Override
    public void barrier() {
        SystemCall.call(MEMBARRIER, GLOBAL_EXPEDITED, 0, 0, 0);
    }
}
