package org.strata.verbs.soft;

import org.strata.opal.memory.Memory;
import org.strata.opal.sys.Posix;

import java.util.function.Consumer;

/**
 * Locks the pages of registered memory, so that registration costs as much as with hardware. Where
 * the system refuses (RLIMIT_MEMLOCK), it warns once and touches the pages instead. The system's
 * locks do not nest, so regions that share a page are counted: the last one unlocks it.
 * Thread-safe.
 */
final class PageLocks {
    private static final long PAGE = 4096;

    private final SoftConfig.Pin policy;
    private final Consumer<String> notices;
    private final LockedRanges ranges = new LockedRanges();

    /** Pairs with itself: one thread warns. */
    private volatile boolean refused;

    PageLocks(SoftConfig.Pin policy, Consumer<String> notices) {
        this.policy = policy;
        this.notices = notices;
    }

    /** Locks a range; returns an empty string, or why the system refuses. */
    String lock(long address, long length) {
        if (policy == SoftConfig.Pin.OFF) {
            return "";
        }
        long from = address & -PAGE;
        int rc;
        synchronized (ranges) {
            rc = Posix.lockPages(from, address + length - from);
            if (rc == 0 || policy != SoftConfig.Pin.STRICT) {
                ranges.add(from, end(address, length));
            }
        }
        if (rc == 0) {
            return "";
        }
        String why =
                "the system does not lock "
                        + length
                        + " bytes in memory (errno "
                        + -rc
                        + "; ulimit -l is small)";
        if (policy == SoftConfig.Pin.STRICT) {
            return why;
        }
        warnOnce(why);
        touch(from, address + length);
        return "";
    }

    private synchronized void warnOnce(String why) {
        if (!refused) {
            refused = true;
            notices.accept(
                    "verbs soft: "
                            + why
                            + ": registrations beyond that are not pinned, everything else works");
        }
    }

    /** Makes the pages present, which locking does too. */
    private static void touch(long from, long to) {
        for (long at = from; at < to; at += PAGE) {
            // Pairs with nothing: an ordered load is not optimized away.
            Memory.getIntAcquire(at);
        }
    }

    private static long end(long address, long length) {
        return (address + length + PAGE - 1) & -PAGE;
    }

    /** Unlocks the pages of a locked range that no other locked range has. */
    void unlock(long address, long length) {
        if (policy != SoftConfig.Pin.OFF) {
            synchronized (ranges) {
                long from = address & -PAGE;
                ranges.remove(from, end(address, length), PageLocks::unlockPages);
            }
        }
    }

    private static void unlockPages(long from, long to) {
        Posix.unlockPages(from, to - from);
    }
}
