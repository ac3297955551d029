package org.strata.verbs.soft;

import org.strata.opal.memory.Memory;
import org.strata.verbs.CompletionChannel;
import org.strata.verbs.CompletionQueue;
import org.strata.verbs.VerbsException;

import java.util.concurrent.atomic.AtomicInteger;

/** A completion channel: a ring of the numbers of queues that had a completion. */
final class SoftChannel implements CompletionChannel {
    /** Queues with an event waiting; one more event is lost, its queue being polled anyway. */
    private static final int EVENTS = 256;

    private final SoftContext context;
    private final int index;
    private final long ring;
    private final long entries;
    private final Latch latch = new Latch();
    private final AtomicInteger users = new AtomicInteger();
    private boolean closed;

    private SoftChannel(SoftContext context, int index, long entries) {
        this.context = context;
        this.index = index;
        this.entries = entries;
        ring = context.objects().channelTable().at(index);
        CqRing.open(context.segment().base(), ring, EVENTS, entries, 0);
        context.users().incrementAndGet();
    }

    static SoftChannel create(SoftContext context) {
        long entries = context.allocateOrThrow(CqRing.entryBytes(EVENTS), 64);
        int index = context.objects().channelTable().take();
        if (index < 0) {
            context.segment().free(entries, CqRing.entryBytes(EVENTS));
            throw new VerbsException(VerbsException.ENOMEM, "too many completion channels");
        }
        return new SoftChannel(context, index, entries);
    }

    int index() {
        return index;
    }

    AtomicInteger users() {
        return users;
    }

    @Override
    public CompletionQueue await(long timeoutNanos) {
        return context.worker().await(this::poll, timeoutNanos);
    }

    private CompletionQueue poll() {
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
    public synchronized void close() {
        if (closed) {
            return;
        }
        if (users.get() != 0) {
            throw new VerbsException(
                    VerbsException.EBUSY, "the channel serves " + users + " completion queues");
        }
        closed = true;
        context.worker().quiesce();
        context.objects().channelTable().give(index);
        context.segment().free(entries, CqRing.entryBytes(EVENTS));
        context.users().decrementAndGet();
    }
}
