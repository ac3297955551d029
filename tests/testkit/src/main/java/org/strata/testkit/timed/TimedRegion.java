package org.strata.testkit.timed;

import org.strata.testkit.timed.TimedRank.Work;
import org.strata.verbs.Access;
import org.strata.verbs.DataOrder;
import org.strata.verbs.MemoryRegion;

import java.util.BitSet;

/**
 * Registered memory. Giving it up takes the rank's time. Where it is paged on demand, the adapter
 * remembers which pages it has asked for.
 */
final class TimedRegion implements MemoryRegion {
    private final TimedContext context;
    private final MemoryRegion inner;
    private final boolean onDemand;
    private final BitSet present = new BitSet();

    TimedRegion(TimedContext context, MemoryRegion inner) {
        this.context = context;
        this.inner = inner;
        this.onDemand = (inner.access() & Access.ON_DEMAND) != 0;
        context.add(this);
    }

    /** Returns the nanoseconds for which the adapter stands still before it can use a range. */
    double touch(long address, long length) {
        if (!onDemand || length == 0) {
            return 0;
        }
        long base = Math.floorDiv(inner.address(), Costs.PAGE);
        int from = (int) (Math.floorDiv(address, Costs.PAGE) - base);
        int to = (int) (Math.floorDiv(address + length - 1, Costs.PAGE) - base) + 1;
        int missing = to - from - present.get(from, to).cardinality();
        present.set(from, to);
        return context.rank().costs().faults(missing);
    }

    @Override
    public long address() {
        return inner.address();
    }

    @Override
    public long length() {
        return inner.length();
    }

    @Override
    public int access() {
        return inner.access();
    }

    @Override
    public int lkey() {
        return inner.lkey();
    }

    @Override
    public int rkey() {
        return inner.rkey();
    }

    @Override
    public DataOrder dataOrder() {
        return inner.dataOrder();
    }

    @Override
    public void close() {
        context.remove(this);
        inner.close();
        Costs costs = context.rank().costs();
        context.rank()
                .spend(
                        Work.DEREGISTER,
                        onDemand
                                ? costs.deregistrationOnDemand()
                                : costs.deregistration(address(), length()));
    }
}
