package org.strata.verbs.soft;

import org.strata.opal.memory.Memory;
import org.strata.verbs.soft.segment.SegmentHeader;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Stops all access to a device's queues while one of them is moved to other memory: peers retry
 * later, the device's own pairs are locked. Tier 3.
 */
final class Freeze {
    private Freeze() {}

    /** Runs a move while nothing accesses the queues; returns its result. */
    static boolean during(OpenDevice open, BooleanSupplier move) {
        long flag = open.device().self().header() + SegmentHeader.FROZEN;
        // Pairs with Site.frozen inside a visit: quiesce waits for a visitor that does not see the
        // flag.
        while (!Memory.compareAndSetInt(flag, 0, 1)) {
            Thread.yield();
        }
        open.worker().quiesce();
        List<ExecutingPair> locked = lockAll(open.objects().qps());
        try {
            return move.getAsBoolean();
        } finally {
            locked.forEach(ExecutingPair::unlock);
            // Pairs with Site.frozen: guards the moved queues; and with the CAS of Freeze.during.
            Memory.putIntVolatile(flag, 0);
        }
    }

    private static List<ExecutingPair> lockAll(Registry<ExecutingPair> pairs) {
        List<ExecutingPair> locked = new ArrayList<>();
        for (int i = 0; i < pairs.end(); i++) {
            ExecutingPair pair = pairs.get(i);
            if (pair != null) {
                pair.lock();
                locked.add(pair);
            }
        }
        return locked;
    }
}
