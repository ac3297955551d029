package org.strata.verbs.soft;

import org.strata.opal.memory.Memory;
import org.strata.verbs.soft.segment.Bell;
import org.strata.verbs.soft.segment.CqRing;
import org.strata.verbs.soft.segment.Latch;
import org.strata.verbs.soft.segment.SegmentHeader;
import org.strata.verbs.soft.segment.Site;

/**
 * Requests of peers to move payload that the system does not let them access, see {@link Bounce}.
 * One thread at a time serves them. Thread-safe.
 */
final class HelpRequests {
    private final SoftDevice device;
    private final Latch latch = new Latch();

    HelpRequests(SoftDevice device) {
        this.device = device;
    }

    /** Serves the waiting requests, after a thread that does so at this moment. */
    void serve() {
        latch.lock();
        try {
            serveAll();
        } finally {
            latch.unlock();
        }
    }

    /**
     * Lets this thread serve, unless another one does.
     *
     * @return whether {@link #serveAndEnd} must follow
     */
    boolean tryBegin() {
        return latch.tryLock();
    }

    /** Serves the waiting requests, and lets others serve. */
    void serveAndEnd() {
        try {
            serveAll();
        } finally {
            latch.unlock();
        }
    }

    /** Waits until no thread serves. */
    void await() {
        latch.lock();
        latch.unlock();
    }

    private void serveAll() {
        Site self = device.self();
        long ring = self.header() + SegmentHeader.SERVICE;
        long entry = CqRing.peek(self.base(), ring);
        while (entry != 0) {
            long ref = Memory.getLong(entry);
            long low = Memory.getInt(entry + 8) & 0xffff_ffffL;
            long from = (long) Memory.getInt(entry + 12) << 32 | low;
            CqRing.pop(self.base(), ring);
            Site asking = device.site(from);
            if (asking != null) {
                Bounce.serve(self, asking.base() + ref);
                Bell.ring(asking.header());
            }
            entry = CqRing.peek(self.base(), ring);
        }
    }
}
