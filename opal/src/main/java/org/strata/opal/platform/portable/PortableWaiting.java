package org.strata.opal.platform.portable;

import org.strata.opal.memory.Memory;
import org.strata.opal.platform.Waiting;

import java.util.concurrent.locks.LockSupport;

/**
 * Nothing here ends a sleep in another process: sleeps are short. Ranks sleep in a selector that a
 * datagram rings instead ({@code RankSleeper}).
 */
final class PortableWaiting implements Waiting {
    private static final long MOST_NANOS = 1_000_000L;

    @Override
    public boolean wakes() {
        return false;
    }

    @Override
    public void await(long address, int expected, long nanos, long scratch) {
        // Pairs with RankSleeper.wake and Doorbell.ring, which store the word before they wake.
        if (nanos > 0 && Memory.getIntVolatile(address) == expected) {
            LockSupport.parkNanos(Math.min(nanos, MOST_NANOS));
        }
    }

    @Override
    public void wake(long address) {
        return;
    }

    @Override
    public boolean joinBarriers() {
        return false;
    }

    @Override
    public void barrier() {
        throw new IllegalStateException("joinBarriers has returned false");
    }
}
