package org.strata.opal.sys;

import org.strata.opal.platform.Platform;
import org.strata.opal.platform.Waiting;

/**
 * Barriers across processes, on Linux membarrier: one side of a StoreLoad race pays for both. The
 * rare side stores, calls {@link #everywhere}, loads; the frequent side, in a process that has
 * called {@link #join}, stores and loads with no fence in between but against the compiler's
 * reordering. Stateless.
 */
public final class Membarrier {
    private static final Waiting CALLS = Platform.services().waiting();

    private Membarrier() {}

    /**
     * Makes the barriers of other processes reach this one's threads, and its own barriers
     * possible.
     *
     * @return false when this system has none, or refuses
     */
    public static boolean join() {
        return CALLS.joinBarriers();
    }

    /** Makes every running thread of every joined process pass a full fence before it returns. */
    public static void everywhere() {
        CALLS.barrier();
    }
}
