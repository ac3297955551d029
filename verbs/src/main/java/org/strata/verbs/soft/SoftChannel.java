package org.strata.verbs.soft;

import org.strata.opal.memory.Memory;
import org.strata.verbs.CompletionChannel;
import org.strata.verbs.CompletionQueue;
import org.strata.verbs.VerbsException;

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

    private SoftChannel(SoftContext context, int index, long entries) {
        super(context, "the completion channel");
        this.index = index;
        this.entries = entries;
        ring = context.objects().channelTable().at(index);
        CqRing.open(context.segment().base(), ring, EVENTS, entries, 0);
        context.users().add(1);
    }

    static SoftChannel create(SoftContext context) {
        long entries = context.allocateOrThrow(CqRing.entryBytes(EVENTS), 64);
        int index = context.objects().channelTable().allocate();
        if (index < 0) {
            context.segment().free(entries, CqRing.entryBytes(EVENTS));
            throw new VerbsException(VerbsException.ENOMEM, "too many completion channels");
        }
        return new SoftChannel(context, index, entries);
    }

    int index() {
        return index;
    }

    @Override
    public CompletionQueue await(long timeoutNanos) {
        return context.worker().await(this::look, timeoutNanos) instanceof SoftCq cq ? cq : null;
    }

    @Override
    public void wake() {
        woken.set(true);
        Bell.ring(context.segment().header());
    }

    /** Returns what ends a wait: a queue with an event, or this channel when it was woken. */
    private Object look() {
        SoftCq cq = poll();
        if (cq != null) {
            return cq;
        }
        return woken.get() && woken.compareAndSet(true, false) ? this : null;
    }

    private SoftCq poll() {
        long base = context.segment().base();
        latch.lock();
        try {
            long entry = CqRing.peek(base, ring);
            while (entry != 0) {
                SoftCq cq = context.objects().cqs().get((int) Memory.getLong(entry));
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
        context.worker().quiesce();
        context.objects().channelTable().free(index);
        context.segment().free(entries, CqRing.entryBytes(EVENTS));
        context.users().add(-1);
    }
}
