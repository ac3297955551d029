package org.strata.verbs.soft;

import org.strata.opal.memory.Memory;
import org.strata.verbs.CompletionChannel;
import org.strata.verbs.CompletionQueue;
import org.strata.verbs.VerbsException;
import org.strata.verbs.soft.segment.Bell;
import org.strata.verbs.soft.segment.CqRing;
import org.strata.verbs.soft.segment.Latch;

import java.util.concurrent.atomic.AtomicBoolean;

/** A completion channel: a ring of the numbers of queues that had a completion. */
final class SoftChannel extends SoftObject implements CompletionChannel {
    /**
     * Events that fit; one more is dropped, since its queue has a waiting event and is polled
     * anyway.
     */
    private static final int EVENTS = 256;

    private final int index;
    private final long ring;
    private final long entries;
    private final Latch latch = new Latch();

    /** Pairs with SoftChannel.look: stored by wake before the bell. */
    private final AtomicBoolean woken = new AtomicBoolean();

    private SoftChannel(OpenDevice open, int index, long entries) {
        super(open, "the completion channel");
        this.index = index;
        this.entries = entries;
        ring = objects.channelTable().at(index);
        CqRing.open(device.segment().base(), ring, EVENTS, entries, 0);
        device.users().add(1);
    }

    static SoftChannel create(OpenDevice open) {
        SoftDevice device = open.device();
        long entries = device.allocateOrThrow(CqRing.entryBytes(EVENTS), 64);
        int index = open.objects().channelTable().allocate();
        if (index < 0) {
            device.segment().free(entries, CqRing.entryBytes(EVENTS));
            throw new VerbsException(VerbsException.ENOMEM, "too many completion channels");
        }
        return new SoftChannel(open, index, entries);
    }

    int index() {
        return index;
    }

    @Override
    public CompletionQueue await(long timeoutNanos) {
        return worker.await(this::look, timeoutNanos) instanceof CompletionQueue cq ? cq : null;
    }

    @Override
    public void wake() {
        woken.set(true);
        Bell.ring(device.segment().header());
    }

    /** Returns what ends a wait: a queue with an event, or this channel when it was woken. */
    private Object look() {
        CompletionQueue cq = poll();
        if (cq != null) {
            return cq;
        }
        return woken.get() && woken.compareAndSet(true, false) ? this : null;
    }

    private CompletionQueue poll() {
        long base = device.segment().base();
        latch.lock();
        try {
            long entry = CqRing.peek(base, ring);
            while (entry != 0) {
                CompletionQueue cq = objects.cqs().get((int) Memory.getLong(entry));
                CqRing.pop(base, ring);
                if (cq != null) {
                    return cq;
                }
                entry = CqRing.peek(base, ring);
            }
            return null;
        } finally {
            latch.unlock();
        }
    }

    @Override
    void free() {
        worker.quiesce();
        objects.channelTable().free(index);
        device.segment().free(entries, CqRing.entryBytes(EVENTS));
        device.users().add(-1);
    }
}
