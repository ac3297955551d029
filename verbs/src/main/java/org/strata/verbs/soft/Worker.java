package org.strata.verbs.soft;

import org.strata.opal.memory.Memory;
import org.strata.verbs.soft.segment.ActivePairs;
import org.strata.verbs.soft.segment.Bell;
import org.strata.verbs.soft.segment.QpRecord;
import org.strata.verbs.soft.segment.SegmentHeader;
import org.strata.verbs.soft.segment.Table;
import org.strata.verbs.soft.segment.Visit;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Does a device's waiting work: requests whose timer is due, errors that peers have caused, help
 * that peers request. Polling threads (inline mode) or the engine call it. Thread-safe.
 */
final class Worker {
    /** Longest sleep without a check for work. */
    private static final long MAX_SLEEP_NANOS = 100_000_000L;

    /** No thread sleeps: a thread that is awake checks the timers before it sleeps. */
    private static final long AWAKE = Long.MIN_VALUE;

    private final SoftDevice device;
    private final DeviceObjects objects;
    private final HelpRequests help;
    private final long header;
    private final boolean inline;
    private final PendingPairs pending = new PendingPairs();

    /** Executes what waits while nobody polls; null in mode engine, and where tests rule time. */
    private final Deputy deputy;

    /** Pairs with Worker.progress of other threads. */
    private volatile int attended;

    /**
     * When the thread that fell asleep last wakes by its timeout; AWAKE when it has woken. Pairs
     * with Worker.wakeForTimers: stored before PendingPairs.due is read.
     */
    private volatile long wakesAt = AWAKE;

    private final ActivePairs active;

    /** Pairs with Worker.awaited. */
    private final AtomicInteger awaited = new AtomicInteger();

    Worker(SoftDevice device, DeviceObjects objects) {
        this.device = device;
        this.objects = objects;
        help = new HelpRequests(device);
        header = device.segment().header();
        active = new ActivePairs(header);
        inline = device.inline();
        deputy =
                inline && device.fabric().threads()
                        ? new Deputy("strata-" + device.name(), pending, this::runPending)
                        : null;
    }

    /** Returns the requests of peers to move payload. */
    HelpRequests help() {
        return help;
    }

    PendingPairs pending() {
        return pending;
    }

    /** Schedules a pair, for the next poll or the engine. */
    void schedule(ExecutingPair pair) {
        pending.add(pair);
        Bell.ring(header);
        if (deputy != null) {
            deputy.call();
        }
    }

    /** Ends the thread that executes what waits, if there is one. */
    void stop() {
        if (deputy != null) {
            deputy.stop();
        }
    }

    /**
     * Does the waiting work in inline mode, as part of every poll. Tier 1 when there is none: two
     * loads.
     */
    void pollInline() {
        if (inline) {
            progress();
        }
    }

    /** Does the work that need not wait. */
    void progress() {
        // Pairs with SegmentHeader.raiseAttention.
        if (Memory.getIntAcquire(header + SegmentHeader.ATTENTION) != attended) {
            handleAttention();
        }
        if (pending.size() != 0) {
            runPending();
        }
    }

    /** Runs the pairs if one of them is due. */
    private void runPending() {
        long now = device.now();
        if (now >= pending.due()) {
            pending.run(now);
            wakeForTimers();
        }
    }

    /**
     * Wakes a thread that sleeps longer than the new timers allow: it fell asleep while this one
     * ran the pairs. It announces its sleep before it reads the timers, and this method runs after
     * they are set, so one of the two sees the other. The engine checks its timers itself.
     */
    private void wakeForTimers() {
        if (inline && pending.due() < wakesAt) {
            Bell.ring(header);
        }
    }

    /** Serves peers, and flushes the pairs that they have changed to ERR. */
    private void handleAttention() {
        if (!help.tryBegin()) {
            return;
        }
        // Pairs with SegmentHeader.raiseAttention: read before the work, so that none is missed.
        attended = Memory.getIntVolatile(header + SegmentHeader.ATTENTION);
        help.serveAndEnd();
        objects.visitorLines().serve();
        Registry<ExecutingPair> pairs = objects.qps();
        for (int i = 0; i < pairs.end(); i++) {
            ExecutingPair pair = pairs.get(i);
            if (pair != null) {
                pair.checkErrors();
            }
        }
    }

    /** Changes every pair to ERR. */
    void breakAll() {
        Registry<ExecutingPair> pairs = objects.qps();
        for (int i = 0; i < pairs.end(); i++) {
            ExecutingPair pair = pairs.get(i);
            if (pair != null) {
                pair.fail();
            }
        }
    }

    /**
     * Waits for a result. In inline mode the waiting thread also does the waiting work.
     *
     * @param poll returns the result, or null
     */
    <T> T await(Supplier<T> poll, long timeoutNanos) {
        long deadline = timeoutNanos == 0 ? 0 : device.now() + timeoutNanos;
        while (true) {
            int bell = Bell.count(header);
            pollInline();
            T found = poll.get();
            if (found != null || timeoutNanos == 0) {
                return found;
            }
            long now = device.now();
            if (now >= deadline) {
                return null;
            }
            device.tick();
            sleep(bell, now, deadline - now);
        }
    }

    /** Sleeps until the bell rings, a timer is due, or the time is over. */
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
     * Waits until nothing uses an object that the caller has made invalid: every request under
     * execution and every visit has ended. Tier 3.
     */
    void quiesce() {
        help.await();
        Registry<ExecutingPair> pairs = objects.qps();
        for (int i = 0; i < pairs.end(); i++) {
            awaitPair(i, 0);
        }
        int lines = objects.visitorLines().end();
        for (int i = 0; i < lines; i++) {
            awaitLine(i, 0);
        }
    }

    /**
     * The same for a key only: it waits neither for long transfers that use another one, nor looks
     * at pairs that have been idle.
     *
     * @param key that the caller has made invalid
     */
    void quiesce(int key) {
        help.await();
        active.forEach(index -> await(index, key), this::inUse);
    }

    private void await(int index, int key) {
        awaited.incrementAndGet();
        if (index < Table.QP.capacity()) {
            awaitPair(index, key);
        } else {
            awaitLine(index - Table.QP.capacity(), key);
        }
    }

    private void awaitPair(int index, int key) {
        ExecutingPair pair = objects.qps().get(index);
        if (pair != null) {
            pair.awaitExecution(key);
            long record = pair.record();
            awaitVisitEnd(record + QpRecord.VISIT, QpRecord.visitorAt(record), key);
        }
    }

    private void awaitLine(int index, int key) {
        long line = objects.visitorLines().at(index);
        if (line != 0) {
            awaitVisitEnd(line, Visit.visitorAt(line), key);
        }
    }

    /** Returns whether a pair executes a request or is visited, or a line is used. */
    private boolean inUse(int index) {
        if (index < Table.QP.capacity()) {
            ExecutingPair pair = objects.qps().get(index);
            return pair != null && (pair.executes() || entered(pair.record() + QpRecord.VISIT));
        }
        return entered(objects.visitorLines().at(index - Table.QP.capacity()));
    }

    private static boolean entered(long visit) {
        return Visit.inside(Visit.word(visit));
    }

    /** Returns how many pairs and lines deregistrations have looked at. */
    int awaited() {
        return awaited.get();
    }

    /** Waits until the present visit of a pair has ended; ends it when the visitor has died. */
    void awaitVisitEnd(long record) {
        awaitVisitEnd(record + QpRecord.VISIT, QpRecord.visitorAt(record), 0);
    }

    /**
     * @param visitorAt where the visitor's number is: pairs for datagrams have many visitors
     */
    private void awaitVisitEnd(long visit, long visitorAt, int key) {
        int word = Visit.word(visit);
        for (int spins = 1; Visit.inside(word) && Visit.word(visit) == word; spins++) {
            if (key != 0 && Visit.usesOnlyOther(visit, key)) {
                return;
            }
            if ((spins & 63) != 0) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
                if ((spins & 0xffff) == 0 && device.dead(Visit.numberAt(visitorAt))) {
                    Visit.evict(visit);
                }
            }
        }
    }
}
