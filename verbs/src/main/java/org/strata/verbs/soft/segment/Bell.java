package org.strata.verbs.soft.segment;

import org.strata.opal.memory.Memory;
import org.strata.opal.sys.Futex;

/**
 * Ends the sleep of an owner's threads: those in a completion channel, those that wait for
 * asynchronous events, the engine. All sleep on one word of the header. A ring costs one atomic
 * add, and a system call only when a thread sleeps.
 */
public final class Bell {
    private Bell() {}

    /** Wakes the sleeping threads, from any process. */
    public static void ring(long header) {
        // Pairs with Bell.sleep: this one sees the sleeper, or the sleeper sees the ring.
        Memory.getAndAddInt(header + SegmentHeader.BELL, 1);
        if (Memory.getIntVolatile(header + SegmentHeader.SLEEPERS) != 0) {
            Futex.wake(header + SegmentHeader.BELL);
        }
    }

    /**
     * Returns the count of rings: read it before the look for work, and pass it to {@link #sleep}.
     */
    public static int count(long header) {
        // Pairs with Bell.ring: what came before the counted rings is visible.
        return Memory.getIntVolatile(header + SegmentHeader.BELL);
    }

    /** Sleeps unless the bell has rung since {@code count} was read; at most {@code nanos}. */
    public static void sleep(long header, int count, long nanos) {
        // Pairs with Bell.ring, as there.
        Memory.getAndAddInt(header + SegmentHeader.SLEEPERS, 1);
        if (Memory.getIntVolatile(header + SegmentHeader.BELL) == count) {
            Futex.await(header + SegmentHeader.BELL, count, nanos);
        }
        Memory.getAndAddInt(header + SegmentHeader.SLEEPERS, -1);
    }
}
