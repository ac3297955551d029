package org.strata.verbs.soft;

import org.strata.opal.memory.Memory;

import java.util.function.Supplier;

/**
 * Moves a device's waiting work: requests whose timer is due, errors that peers have caused, help
 * that peers ask for. Called by whoever polls (inline mode) or by the engine. Thread-safe.
 */
final class Worker {
    /** A peer that dies is noticed this much later at most. */
    private static final long PEER_CHECK_NANOS = 100_000_000L;

    /** Nobody sleeps longer without looking around. */
    private static final long MAX_SLEEP_NANOS = 100_000_000L;

    /** No sleeper to be told of timers: whoever is awake sees them before it sleeps. */
    private static final long AWAKE = Long.MIN_VALUE;

    private final SoftContext context;
    private final long header;
    private final boolean inline;
    private final PendingPairs pending = new PendingPairs();
    private final Latch latch = new Latch();
    private volatile int attended;

    /** When the thread that fell asleep last wakes without being told; AWAKE when it has. */
    private volatile long wakesAt = AWAKE;

    private volatile long peersChecked;

    Worker(SoftContext context) {
        this.context = context;
        header = context.segment().header();
        inline = context.config().mode() == SoftConfig.Mode.INLINE;
        peersChecked = now();
    }

    long now() {
        return context.fabric().clock().nanoTime();
    }

    /** Returns whether who posts executes. */
    boolean inline() {
        return inline;
    }

    PendingPairs pending() {
        return pending;
    }

    /** Has a pair run: soon by the next poll, or at once by the engine. */
    void schedule(SoftQp qp) {
        pending.add(qp);
        Bell.ring(header);
    }

    /** What a poll does beside. Tier 1 when there is nothing to do: two loads. */
    void pollInline() {
        if (inline) {
            progress();
        }
    }

    /** Does what can be done now. */
    void progress() {
        if (Memory.getIntAcquire(header + SegmentHeader.ATTENTION) != attended) {
            attend();
        }
        if (pending.size() != 0) {
            long now = now();
            if (now >= pending.due()) {
                pending.run(now);
                wakeForTimers();
            }
        }
    }

    /**
     * A thread that went to sleep while another one moved the pairs has not seen their timers. It
     * announces its sleep before it looks for them, and they are set before this looks for it. The
     * engine looks after timers itself.
     */
    private void wakeForTimers() {
        if (inline && pending.due() < wakesAt) {
            Bell.ring(header);
        }
    }

    /** Serves peers and finds the pairs that they have broken. */
    private void attend() {
        if (!latch.tryLock()) {
            return;
        }
        try {
            attended = Memory.getIntVolatile(header + SegmentHeader.ATTENTION);
            serve();
        } finally {
            latch.unlock();
        }
        Registry<SoftQp> qps = context.objects().qps();
        for (int i = 0; i < qps.end(); i++) {
            SoftQp qp = qps.get(i);
            if (qp != null) {
                qp.noticeErrors();
            }
        }
    }

    private void serve() {
        Site self = context.self();
        long ring = header + SegmentHeader.SERVICE;
        long entry = CqRing.peek(self.base(), ring);
        while (entry != 0) {
            long ref = Memory.getLong(entry);
            long low = Memory.getInt(entry + 8) & 0xffff_ffffL;
            long from = (long) Memory.getInt(entry + 12) << 32 | low;
            CqRing.pop(self.base(), ring);
            Site asking = context.site(from);
            if (asking != null) {
                Bounce.serve(self, asking.base() + ref);
                Bell.ring(asking.header());
            }
            entry = CqRing.peek(self.base(), ring);
        }
    }

    /** Moves every pair to ERR. */
    void breakAll() {
        Registry<SoftQp> qps = context.objects().qps();
        for (int i = 0; i < qps.end(); i++) {
            SoftQp qp = qps.get(i);
            if (qp != null) {
                qp.fail();
            }
        }
    }

    /** Now and then: looks which peers still live. Tier 3. */
    void tick() {
        long now = now();
        if (now - peersChecked > PEER_CHECK_NANOS) {
            peersChecked = now;
            context.checkPeers();
        }
    }

    /**
     * Sleeps until something is there. In inline mode the sleeper also moves what is due.
     *
     * @param poll returns it, or null
     */
    <T> T await(Supplier<T> poll, long timeoutNanos) {
        long deadline = timeoutNanos == 0 ? 0 : now() + timeoutNanos;
        while (true) {
            int bell = Bell.count(header);
            pollInline();
            T found = poll.get();
            if (found != null || timeoutNanos == 0) {
                return found;
            }
            long now = now();
            if (now >= deadline) {
                return null;
            }
            tick();
            sleep(bell, now, deadline - now);
        }
    }

    /** Sleeps until the bell rings, a timer of this thread's care is due, or the time is over. */
    void sleep(int bell, long now, long most) {
        long nanos = Math.min(most, MAX_SLEEP_NANOS);
        wakesAt = now + nanos;
        long due = pending.due();
        if (pending.size() != 0 && due != Long.MAX_VALUE) {
            nanos = Math.min(nanos, Math.max(due - now, 0));
            wakesAt = now + nanos;
        }
        if (nanos > 0) {
            Bell.sleep(header, bell, nanos);
        }
        wakesAt = AWAKE;
    }

    /**
     * Waits until nobody uses what has been made invalid before: no own pair executes, no visitor
     * is inside. Tier 3.
     */
    void quiesce() {
        quiesce(0);
    }

    /**
     * The same for a key only: nobody need wait for a long transfer that uses another one.
     *
     * @param key what has been made invalid; 0 for anything
     */
    void quiesce(int key) {
        latch.lock();
        latch.unlock();
        Registry<SoftQp> qps = context.objects().qps();
        for (int i = 0; i < qps.end(); i++) {
            SoftQp qp = qps.get(i);
            if (qp != null) {
                qp.pass(key);
                long record = qp.record();
                awaitOutside(record + QpRecord.VISIT, QpRecord.destContext(record), key);
            }
        }
        int lines = context.objects().visitorTable().end();
        for (int i = 0; i < lines; i++) {
            long line = context.objects().visitorTable().at(i);
            awaitOutside(line, Visit.visitor(line), key);
        }
    }

    /** Waits until a visitor has been outside once; ends the visit of one that has died. */
    void awaitOutside(long visit, long visitor) {
        awaitOutside(visit, visitor, 0);
    }

    private void awaitOutside(long visit, long visitor, int key) {
        int word = Visit.word(visit);
        for (int spins = 1; Visit.inside(word) && Visit.word(visit) == word; spins++) {
            if (key != 0 && Visit.usesOnlyOther(visit, key)) {
                return;
            }
            if ((spins & 63) != 0) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
                if ((spins & 0xffff) == 0 && context.dead(visitor)) {
                    Visit.evict(visit);
                }
            }
        }
    }
}
