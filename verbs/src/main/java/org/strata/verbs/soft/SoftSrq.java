package org.strata.verbs.soft;

import org.strata.opal.Rc;
import org.strata.verbs.RecvWr;
import org.strata.verbs.SharedReceiveQueue;
import org.strata.verbs.VerbsException;

import java.util.concurrent.atomic.AtomicInteger;

/** A shared receive queue: the owner's side of a {@link RecvRing} that many peers take from. */
final class SoftSrq implements SharedReceiveQueue {
    private final SoftPd pd;
    private final SoftContext context;
    private final SoftXrcDomain domain;
    private final SoftCq cq;
    private final int index;
    private final long base;
    private final long record;
    private final long ring;
    private final int maxSge;
    private final Latch latch = new Latch();
    private final AtomicInteger users = new AtomicInteger();
    private int number;
    private boolean closed;

    private SoftSrq(SoftPd pd, SoftXrcDomain domain, SoftCq cq, int index, int maxSge) {
        this.pd = pd;
        this.context = pd.device();
        this.domain = domain;
        this.cq = cq;
        this.index = index;
        this.maxSge = maxSge;
        base = context.segment().base();
        record = context.objects().srqTable().at(index);
        ring = record + SrqRecord.RING;
    }

    static SoftSrq create(SoftPd pd, SoftXrcDomain domain, SoftCq cq, int maxWr, int maxSge) {
        SoftContext context = pd.device();
        check(context, maxWr, maxSge);
        long entries = context.allocateOrThrow(RecvRing.entryBytes(maxWr, maxSge), 64);
        int index = context.objects().srqTable().take();
        if (index < 0) {
            context.segment().free(entries, RecvRing.entryBytes(maxWr, maxSge));
            throw new VerbsException(VerbsException.ENOMEM, "too many shared receive queues");
        }
        SoftSrq srq = new SoftSrq(pd, domain, cq, index, maxSge);
        RecvRing.open(srq.base, srq.ring, maxWr, maxSge, entries);
        SrqRecord.open(srq.record, pd.number(), cq == null ? 0 : cq.index());
        context.objects().srqs().put(index, srq);
        pd.users().incrementAndGet();
        if (domain != null) {
            srq.number = domain.table().add(context.number(), index);
            domain.users().incrementAndGet();
            cq.users().incrementAndGet();
        }
        return srq;
    }

    private static void check(SoftContext context, int maxWr, int maxSge) {
        boolean possible =
                maxWr >= 1
                        && maxWr <= context.attributes().maxSrqWr()
                        && maxSge >= 0
                        && maxSge <= context.attributes().maxSge();
        if (!possible) {
            throw new VerbsException(
                    VerbsException.EINVAL,
                    context.device()
                            + " has no shared receive queue of "
                            + maxWr
                            + " requests of "
                            + maxSge
                            + " elements");
        }
    }

    int index() {
        return index;
    }

    AtomicInteger users() {
        return users;
    }

    @Override
    public int post(RecvWr wr) {
        latch.lock();
        try {
            long at = wr.address();
            while (at != 0) {
                int rc = postOne(at);
                if (rc != Rc.OK) {
                    wr.rejected(at);
                    return rc;
                }
                at = RecvWr.nextAt(at);
            }
            return Rc.OK;
        } finally {
            latch.unlock();
        }
    }

    private int postOne(long at) {
        int count = RecvWr.sgeCountAt(at);
        if (count < 0 || count > maxSge) {
            return Rc.BAD_ARGUMENT;
        }
        return RecvRing.post(base, ring, at) ? Rc.OK : Rc.NO_RESOURCE;
    }

    @Override
    public void arm(int limit) {
        if (limit < 0 || limit > maxWr()) {
            throw new VerbsException(
                    VerbsException.EINVAL, "limit " + limit + " of a queue of " + maxWr());
        }
        SrqRecord.arm(record, limit);
    }

    @Override
    public int limit() {
        return SrqRecord.limit(record);
    }

    @Override
    public int maxWr() {
        return RecvRing.depth(ring);
    }

    @Override
    public synchronized void resize(int maxWr) {
        check(context, maxWr, maxSge);
        long entries = context.allocateOrThrow(RecvRing.entryBytes(maxWr, maxSge), 64);
        int oldWr = maxWr();
        long old = RecvRing.entries(base, ring);
        boolean fits = Freeze.during(context, () -> move(maxWr, entries));
        if (!fits) {
            context.segment().free(entries, RecvRing.entryBytes(maxWr, maxSge));
            throw new VerbsException(
                    VerbsException.EINVAL, "more requests are posted, or armed, than " + maxWr);
        }
        context.segment().free(old, RecvRing.entryBytes(oldWr, maxSge));
    }

    private boolean move(int maxWr, long entries) {
        latch.lock();
        try {
            boolean fits = RecvRing.posted(ring) <= maxWr && limit() <= maxWr;
            if (fits) {
                RecvRing.move(base, ring, maxWr, entries);
            }
            return fits;
        } finally {
            latch.unlock();
        }
    }

    @Override
    public int number() {
        return number;
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        if (users.get() != 0) {
            throw new VerbsException(
                    VerbsException.EBUSY, "the shared receive queue has " + users + " users");
        }
        closed = true;
        SrqRecord.close(record);
        if (domain != null) {
            domain.table().remove(number);
        }
        context.objects().srqs().remove(index);
        context.worker().quiesce();
        context.segment().free(RecvRing.entries(base, ring), RecvRing.entryBytes(maxWr(), maxSge));
        context.objects().srqTable().give(index);
        pd.users().decrementAndGet();
        if (domain != null) {
            domain.users().decrementAndGet();
            cq.users().decrementAndGet();
        }
    }
}
