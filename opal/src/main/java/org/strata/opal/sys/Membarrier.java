package org.strata.opal.sys;

/**
 * Linux's membarrier across processes: one side of a StoreLoad race pays for both. The rare side
 * stores, calls {@link #everywhere}, loads; the frequent side, in a process that has called {@link
 * #join}, stores and loads with no fence in between but against the compiler's reordering.
 * Stateless.
 */
public final class Membarrier {
    private static final long GLOBAL_EXPEDITED = 1 << 1;
    private static final long REGISTER_GLOBAL_EXPEDITED = 1 << 2;
    private static final long NUMBER = SystemCall.number(324, 283, 365, 356);

    private Membarrier() {}

    /**
     * Makes the barriers of other processes reach this one's threads, and its own barriers
     * possible.
     *
     * @return false when this system has none, or refuses
     */
    public static boolean join() {
        return NUMBER >= 0 && SystemCall.call(NUMBER, REGISTER_GLOBAL_EXPEDITED, 0, 0, 0) == 0;
    }

    /** Makes every running thread of every joined process pass a full fence before it returns. */
    public static void everywhere() {
        SystemCall.call(NUMBER, GLOBAL_EXPEDITED, 0, 0, 0);
    }
}
