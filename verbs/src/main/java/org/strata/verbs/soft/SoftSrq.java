package org.strata.verbs.soft;

import org.strata.verbs.RecvWr;
import org.strata.verbs.SharedReceiveQueue;
import org.strata.verbs.VerbsException;
import org.strata.verbs.soft.segment.Latch;
import org.strata.verbs.soft.segment.RecvRing;
import org.strata.verbs.soft.segment.SrqRecord;

/** A shared receive queue: the owner's side of a {@link RecvRing} from which many peers consume. */
final class SoftSrq extends SoftObject implements SharedReceiveQueue {
    private final SoftPd pd;
    private final SoftXrcDomain domain;
    private final SoftCq cq;
    private final int index;
    private final long base;
    private final long record;
    private final long ring;
    private final int maxSge;
    private final Latch latch = new Latch();
    private final long serial;
    private int number;

    private SoftSrq(SoftPd pd, SoftXrcDomain domain, SoftCq cq, int index, int maxSge) {
        super(pd.open, "the shared receive queue");
        this.pd = pd;
        this.domain = domain;
        this.cq = cq;
        this.index = index;
        this.maxSge = maxSge;
        base = device.segment().base();
        record = objects.srqTable().at(index);
        ring = record + SrqRecord.RING;
        serial = objects.newSerial();
    }

    static SoftSrq create(SoftPd pd, SoftXrcDomain domain, SoftCq cq, int maxWr, int maxSge) {
        SoftDevice device = pd.device;
        check(device, maxWr, maxSge);
        long entries = device.allocateOrThrow(RecvRing.entryBytes(maxWr, maxSge), 64);
        int index = pd.objects.srqTable().allocate();
        if (index < 0) {
            device.segment().free(entries, RecvRing.entryBytes(maxWr, maxSge));
            throw new VerbsException(VerbsException.ENOMEM, "too many shared receive queues");
        }
        int number = domain == null ? 0 : domain.table().add(device.number(), index);
        if (domain != null && number == 0) {
            pd.objects.srqTable().free(index);
            device.segment().free(entries, RecvRing.entryBytes(maxWr, maxSge));
            throw new VerbsException(VerbsException.ENOMEM, "the XRC domain's table is full");
        }
        SoftSrq srq = new SoftSrq(pd, domain, cq, index, maxSge);
        RecvRing.open(srq.base, srq.ring, maxWr, maxSge, entries);
        SrqRecord.open(srq.record, pd.number(), cq == null ? 0 : cq.index(), srq.serial);
        pd.objects.srqs().put(index, srq);
        pd.users().add(1);
        if (domain != null) {
            srq.number = number;
            domain.users().add(1);
            cq.users().add(1);
        }
        return srq;
    }

    private static void check(SoftDevice device, int maxWr, int maxSge) {
        boolean possible =
                maxWr >= 1
                        && maxWr <= device.attributes().maxSrqWr()
                        && maxSge >= 0
                        && maxSge <= device.attributes().maxSge();
        if (!possible) {
            throw new VerbsException(
                    VerbsException.EINVAL,
                    device.name()
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

    /** Returns which of this device's objects it is. */
    long serial() {
        return serial;
    }

    @Override
    public int post(RecvWr wr) {
        latch.lock();
        try {
            return RecvRing.post(base, ring, wr);
        } finally {
            latch.unlock();
        }
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
        check(device, maxWr, maxSge);
        long entries = device.allocateOrThrow(RecvRing.entryBytes(maxWr, maxSge), 64);
        int oldWr = maxWr();
        long old = RecvRing.entries(base, ring);
        boolean fits = Freeze.during(open, () -> move(maxWr, entries));
        if (!fits) {
            device.segment().free(entries, RecvRing.entryBytes(maxWr, maxSge));
            throw new VerbsException(
                    VerbsException.EINVAL, "more requests are posted, or armed, than " + maxWr);
        }
        device.segment().free(old, RecvRing.entryBytes(oldWr, maxSge));
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
    void free() {
        SrqRecord.close(record);
        if (domain != null) {
            domain.table().remove(number);
        }
        objects.srqs().remove(index);
        worker.quiesce();
        device.segment().free(RecvRing.entries(base, ring), RecvRing.entryBytes(maxWr(), maxSge));
        objects.srqTable().free(index);
        pd.users().add(-1);
        if (domain != null) {
            domain.users().add(-1);
            cq.users().add(-1);
        }
    }
}
