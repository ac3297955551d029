package org.strata.verbs.soft;

import org.strata.opal.sys.PageProbe;
import org.strata.opal.sys.Pages;
import org.strata.opal.sys.Posix;

import java.util.function.Consumer;

/**
 * Locks the pages of registered memory, so that registration costs as much as with hardware. Where
 * the system refuses to lock so many (RLIMIT_MEMLOCK), it warns once and makes the pages present
 * instead. Pages that are not there are refused, as an adapter refuses them: the system tells both
 * by the same errno, so the kernel is asked to read them. The system's locks do not nest, so
 * regions that share a page are counted: the last one unlocks it. Thread-safe.
 */
final class PageLocks {
    private static final String ABSENT = "not all pages of the memory exist and can be read";

    private final SoftConfig.Pin policy;
    private final Consumer<String> notices;
    private final LockedRanges ranges = new LockedRanges();

    /** Pairs with itself: one thread warns. */
    private volatile boolean refused;

    PageLocks(SoftConfig.Pin policy, Consumer<String> notices) {
        this.policy = policy;
        this.notices = notices;
    }

    /**
     * Why pages were not locked.
     *
     * @param why a part of a sentence
     * @param exhausted whether a limit was met, so that the same memory may be locked once other
     *     memory is unlocked
     */
    record Refusal(String why, boolean exhausted) {}

    /** Locks a range; returns null, or why it is refused. */
    Refusal lock(long address, long length) {
        if (policy == SoftConfig.Pin.OFF) {
            return null;
        }
        long from = Pages.floor(address);
        long to = Pages.ceil(address + length);
        int rc;
        synchronized (ranges) {
            ranges.add(from, to);
            rc = Posix.lockPages(from, to - from);
        }
        if (rc == 0) {
            return null;
        }
        Refusal refusal = explain(from, to, length, -rc);
        if (refusal.exhausted && policy != SoftConfig.Pin.STRICT) {
            warnOnce(refusal.why);
            return null;
        }
        // The pages before the one that failed may have been locked.
        unlock(address, length);
        return refusal;
    }

    /**
     * Looks at a range that is not locked, as registering with pages on demand; returns null, or
     * why it is refused. An adapter would find out at the first access. Here that would end the
     * process.
     */
    Refusal probe(long address, long length) {
        boolean there =
                policy == SoftConfig.Pin.OFF
                        || PageProbe.readable(Pages.floor(address), Pages.ceil(address + length));
        return there ? null : new Refusal(ABSENT, false);
    }

    private static Refusal explain(long from, long to, long length, int errno) {
        if (!PageProbe.readable(from, to)) {
            return new Refusal(ABSENT, false);
        }
        String limit = errno == Posix.EAGAIN ? "memory is short" : "ulimit -l is small";
        String why =
                "the system does not lock %d bytes in memory (errno %d; %s)"
                        .formatted(length, errno, limit);
        return new Refusal(why, true);
    }

    /** The first line is that of every rank: the launcher shows it once for all of them. */
    private synchronized void warnOnce(String why) {
        if (!refused) {
            refused = true;
            notices.accept(
                    "The software adapter does not pin all registered memory; all else works.\n\n  "
                            + why);
        }
    }

    /** Unlocks the pages of a locked range that no other locked range has. */
    void unlock(long address, long length) {
        if (policy != SoftConfig.Pin.OFF) {
            synchronized (ranges) {
                long from = Pages.floor(address);
                ranges.remove(from, Pages.ceil(address + length), PageLocks::unlockPages);
            }
        }
    }

    private static void unlockPages(long from, long to) {
        Posix.unlockPages(from, to - from);
    }
}
