package org.strata.opal.sys;

import org.strata.opal.platform.Platform;
import org.strata.opal.platform.ThreadCalls;

/**
 * Threads by the numbers that Linux gives them: 0 is the calling one, a process' number its first.
 * Where a call is refused, or the platform has none, nothing changes. Tier 3.
 */
public final class KernelThreads {
    private static final ThreadCalls CALLS = Platform.services().threads();

    private KernelThreads() {}

    /**
     * Binds a thread of this process to processors.
     *
     * @param mask bit {@code i} of word {@code i / 64} stands for processor {@code i}
     * @return whether it is bound now
     */
    public static boolean bind(int thread, long[] mask) {
        return CALLS.bind(thread, mask);
    }

    /**
     * Returns the processors that a thread may run on, of any process.
     *
     * @return as {@link #bind}'s mask; empty if there is no such thread
     */
    public static long[] affinity(int thread) {
        return CALLS.affinity(thread);
    }

    /**
     * Sets the priority of a thread of this process.
     *
     * @param nice 0, the usual, to 19; most processes may not make it smaller than it is
     * @return whether it has it now
     */
    public static boolean setNice(int thread, int nice) {
        return CALLS.setNice(thread, nice);
    }

    /** Returns the group of a process: 0 for the kernel's own threads, or -1. */
    public static long groupOf(int pid) {
        return CALLS.groupOf(pid);
    }
}
