package org.strata.verbs.soft;

import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;
import org.strata.verbs.CompletionQueue;
import org.strata.verbs.VerbsException;
import org.strata.verbs.WorkCompletions;
import org.strata.verbs.soft.segment.CqRing;
import org.strata.verbs.soft.segment.Latch;
import org.strata.verbs.soft.segment.QpRecord;
import org.strata.verbs.soft.segment.Table;

/** A completion queue: the consumer's side of a {@link CqRing}. */
final class SoftCq extends SoftObject implements CompletionQueue {
    /** Polls between two checks of the peers, and of an entry that stays claimed. */
    private static final int TICK_MASK = (1 << 10) - 1;

    /** Empty polls between two yields to the engine. */
    private static final int YIELD_MASK = (1 << 4) - 1;

    private final SoftChannel channel;
    private final int index;
    private final long base;
    private final long ring;
    private final Latch latch = new Latch();
    private int polls;

    private SoftCq(OpenDevice open, SoftChannel channel, int index) {
        super(open, "the completion queue");
        this.channel = channel;
        this.index = index;
        base = device.segment().base();
        ring = objects.cqTable().at(index);
    }

    static SoftCq create(OpenDevice open, int depth, SoftChannel channel) {
        SoftDevice device = open.device();
        check(device, depth);
        long entries = device.allocateOrThrow(CqRing.entryBytes(depth), 64);
        Table table = open.objects().cqTable();
        int index = table.allocate();
        if (index < 0) {
            device.segment().free(entries, CqRing.entryBytes(depth));
            throw new VerbsException(VerbsException.ENOMEM, "too many completion queues");
        }
        int channelNumber = channel == null ? 0 : channel.index() + 1;
        CqRing.open(device.segment().base(), table.at(index), depth, entries, channelNumber);
        SoftCq cq = new SoftCq(open, channel, index);
        open.objects().cqs().put(index, cq);
        device.users().add(1);
        if (channel != null) {
            channel.users().add(1);
        }
        return cq;
    }

    private static void check(SoftDevice device, int depth) {
        if (depth < 1 || depth > device.attributes().maxCqe()) {
            throw new VerbsException(
                    VerbsException.EINVAL,
                    device.name() + " has no completion queue of depth " + depth);
        }
    }

    int index() {
        return index;
    }

    boolean overflown() {
        return CqRing.overflown(ring);
    }

    @Override
    public int poll(WorkCompletions into, int max) {
        worker.pollInline();
        boolean due = (++polls & TICK_MASK) == 0;
        if (!due && isEmpty()) {
            return nothing();
        }
        latch.lock();
        int count = 0;
        try {
            long entry;
            while (count < max && (entry = CqRing.peek(base, ring)) != 0) {
                copy(entry, into.address() + (long) count * WorkCompletions.BYTES);
                CqRing.pop(base, ring);
                count++;
            }
            if (due) {
                checkStuckEntry();
            }
        } finally {
            latch.unlock();
        }
        return count == 0 ? nothing() : count;
    }

    /**
     * Looks at the oldest entry without the latch: one load of a line that producers write. A
     * caller that has armed the queue must see every completion made before; while another thread
     * removes one, or has just done so, it needs the latch for that.
     */
    private boolean isEmpty() {
        long head = CqRing.head(ring);
        return CqRing.peek(base, ring) == 0 && !latch.isHeld() && CqRing.head(ring) == head;
    }

    private int nothing() {
        yieldToEngine();
        return CqRing.overflown(ring) ? Rc.FATAL : 0;
    }

    /**
     * Yields the processor now and then: a thread that polls in vain may keep the engine from it.
     */
    private void yieldToEngine() {
        if (!device.inline() && (polls & YIELD_MASK) == 0) {
            Thread.yield();
        }
    }

    private static void copy(long from, long to) {
        for (int i = 0; i < WorkCompletions.BYTES; i += Long.BYTES) {
            Memory.putLong(to + i, Memory.getLong(from + i));
        }
    }

    /** Skips an entry that a peer claimed and did not publish because it died. */
    private void checkStuckEntry() {
        if (device.inline()) {
            device.tick();
        }
        int claimer = CqRing.stuckClaimer(base, ring);
        ExecutingPair pair = claimer < 0 ? null : objects.qps().get(claimer);
        if (pair != null && device.dead(QpRecord.destContext(pair.record()))) {
            CqRing.pop(base, ring);
        }
    }

    /** Returns whether no completion is stored or being stored. */
    boolean hasNothing() {
        return CqRing.waiting(ring) == 0;
    }

    @Override
    public int requestNotify(boolean solicitedOnly) {
        CqRing.arm(ring, solicitedOnly);
        return CqRing.overflown(ring) ? Rc.FATAL : Rc.OK;
    }

    @Override
    public int depth() {
        return CqRing.depth(ring);
    }

    @Override
    public synchronized void resize(int depth) {
        check(device, depth);
        long entries = device.allocateOrThrow(CqRing.entryBytes(depth), 64);
        int oldDepth = depth();
        long old = CqRing.entries(base, ring);
        boolean fits = Freeze.during(open, () -> move(depth, entries));
        if (!fits) {
            device.segment().free(entries, CqRing.entryBytes(depth));
            throw new VerbsException(VerbsException.EINVAL, "more completions wait than " + depth);
        }
        device.segment().free(old, CqRing.entryBytes(oldDepth));
    }

    private boolean move(int depth, long entries) {
        latch.lock();
        try {
            boolean fits = CqRing.waiting(ring) <= depth;
            if (fits) {
                CqRing.move(base, ring, depth, entries);
            }
            return fits;
        } finally {
            latch.unlock();
        }
    }

    @Override
    void free() {
        objects.cqs().remove(index);
        worker.quiesce();
        device.segment().free(CqRing.entries(base, ring), CqRing.entryBytes(depth()));
        objects.cqTable().free(index);
        device.users().add(-1);
        if (channel != null) {
            channel.users().add(-1);
        }
    }
}
