package org.strata.verbs.soft;

import org.strata.opal.memory.Memory;

import java.util.ArrayList;
import java.util.List;

/**
 * Keeps everybody away from a device's queues while one of them is moved to other memory: visitors
 * stay out and come again, own pairs are locked. Tier 3.
 */
final class Freeze implements AutoCloseable {
    private final SoftContext context;
    private final long flag;
    private final List<SoftQp> locked = new ArrayList<>();

    private Freeze(SoftContext context) {
        this.context = context;
        flag = context.self().header() + Header.FROZEN;
    }

    static Freeze of(SoftContext context) {
        Freeze freeze = new Freeze(context);
        while (!Memory.compareAndSetInt(freeze.flag, 0, 1)) {
            Thread.yield();
        }
        context.worker().quiesce();
        Registry<SoftQp> qps = context.objects().qps();
        for (int i = 0; i < qps.end(); i++) {
            SoftQp qp = qps.get(i);
            if (qp != null) {
                qp.lock();
                freeze.locked.add(qp);
            }
        }
        return freeze;
    }

    @Override
    public void close() {
        locked.forEach(SoftQp::unlock);
        Memory.putIntVolatile(flag, 0);
        // Visitors that were sent away come again by their own polls.
        context.worker().pollInline();
    }
}
