package org.strata.testkit.timed;

import org.strata.testkit.timed.TimedRank.Work;
import org.strata.verbs.Access;
import org.strata.verbs.CompletionQueue;
import org.strata.verbs.MemoryRegion;
import org.strata.verbs.ProtectionDomain;
import org.strata.verbs.SharedReceiveQueue;
import org.strata.verbs.XrcDomain;

/** A protection domain: registering takes the rank's time. */
final class TimedDomain implements ProtectionDomain {
    private final TimedContext context;
    private final ProtectionDomain inner;

    TimedDomain(TimedContext context, ProtectionDomain inner) {
        this.context = context;
        this.inner = inner;
    }

    ProtectionDomain inner() {
        return inner;
    }

    @Override
    public MemoryRegion register(long address, long length, int access) {
        TimedRank rank = context.rank();
        MemoryRegion made = inner.register(address, length, access);
        boolean onDemand = (access & Access.ON_DEMAND) != 0;
        Costs costs = rank.costs();
        rank.spend(
                Work.REGISTER,
                onDemand ? costs.registrationOnDemand() : costs.registration(address, length));
        return made == null ? null : new TimedRegion(context, made);
    }

    @Override
    public String refusal() {
        return inner.refusal();
    }

    @Override
    public boolean exhausted() {
        return inner.exhausted();
    }

    @Override
    public SharedReceiveQueue createSrq(int maxWr, int maxSge) {
        SharedReceiveQueue below = inner.createSrq(maxWr, maxSge);
        return context.add(new TimedSrq(context, below, null, null));
    }

    @Override
    public SharedReceiveQueue createXrcSrq(
            XrcDomain domain, CompletionQueue cq, int maxWr, int maxSge) {
        TimedXrcDomain timed = (TimedXrcDomain) domain;
        TimedCq queue = (TimedCq) cq;
        SharedReceiveQueue below = inner.createXrcSrq(timed.inner(), queue.inner(), maxWr, maxSge);
        return context.add(new TimedSrq(context, below, timed, queue));
    }

    @Override
    public void close() {
        inner.close();
    }
}
