package org.strata.opal.progress;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The bracket and the waiting of MPI_THREAD_MULTIPLE. One lock guards the whole stack.
 *
 * <p>A waiting thread is <i>hot</i> at first: it polls, and releases the lock between two polls.
 * After the idle policy's rounds it parks if another thread is hot, and else sleeps in the {@link
 * Sleeper}, so that only one thread at a time sleeps there. The thread that polls unparks every
 * parked thread whose completion is done.
 *
 * <p>When the last hot thread leaves while others are parked, one of those must poll. If the
 * leaving thread had slept, messages are rare, and it unparks one of them at once. Otherwise it
 * probably waits again soon, and to unpark a thread for every message would cost more than the
 * message. So it unparks nobody, and one of the parked threads, the guard, polls every millisecond;
 * when no thread has left since its last poll, the guard sleeps in the {@link Sleeper} instead.
 *
 * <p>So a thread that exchanges messages pays nothing for those that are blocked, and a waiting
 * thread never keeps others out.
 */
final class SharedProgress {
    /**
     * Tries for the lock before a thread queues for it: a poll is shorter than a context switch.
     */
    private static final int TRIES = 500;

    /** Time between two polls of the guard. */
    private static final long GUARD_NANOS = 1_000_000L;

    /** A thread asks once in this many rounds whether what it waits for takes long. */
    private static final int LONG_RATIO = 16;

    private final ProgressEngine engine;
    private final Sleeper sleeper;
    private final LateWakeups late;

    /** Bound on the rest of a parked thread that is not the guard: a safety net, as for sleeps. */
    private final long parkNanos;

    /** More spinning threads than cores would take each other's core, so further ones yield. */
    private final int maxHot = Math.max(1, Runtime.getRuntime().availableProcessors());

    private final ReentrantLock lock = new ReentrantLock(true);

    /**
     * Number of threads that contend for the lock; polling threads release it for them. Pairs with
     * SharedProgress.yieldLock: threads count themselves, who has the lock looks.
     */
    private final AtomicInteger wanting = new AtomicInteger();

    /** Parked threads. Guarded by the lock, as is all below. */
    private final List<WaitingThread> parked = new ArrayList<>();

    /** Threads in {@link #waitFor} that are not parked. */
    private int hot;

    /** Whether a thread is in the sleeper. */
    private boolean sleeperInUse;

    /** Limit of the next sleep; accessed by the thread in the sleeper only. */
    private long sleepNanos;

    /** Whether some parked thread is the guard. */
    private boolean guarded;

    /** How often the last hot thread has left without unparking another. */
    private long silentLeaves;

    /** Number of the last wait. */
    private long waits;

    /** A thread in {@link #waitFor}. */
    private static final class WaitingThread {
        private final Completion what;
        private final long number;
        private final Thread thread = Thread.currentThread();

        /** Pairs with SharedProgress.park and unparkNext; both hold the lock. */
        private volatile boolean unparked;

        /** Whether it has slept in the sleeper. */
        private boolean slept;

        /** Whether the observer knows of the wait. */
        private boolean observed;

        /** Value of {@link #silentLeaves} when the thread parked last. */
        private long seenLeaves;

        WaitingThread(Completion what, long number, long seenLeaves) {
            this.what = what;
            this.number = number;
            this.seenLeaves = seenLeaves;
        }

        /**
         * Returns whether to unpark the thread. A completion that throws counts as done: its own
         * thread asks it again, and gets the exception.
         */
        private boolean isDone() {
            try {
                return what.isDone();
            } catch (RuntimeException | Error e) {
                return true;
            }
        }

        private void unpark() {
            unparked = true;
            LockSupport.unpark(thread);
        }
    }

    SharedProgress(ProgressEngine engine, Sleeper sleeper, LateWakeups late, long parkNanos) {
        this.engine = engine;
        this.sleeper = sleeper;
        this.late = late;
        this.parkNanos = parkNanos;
    }

    void enter() {
        if (lock.isHeldByCurrentThread()) {
            lock.lock();
            return;
        }
        if (lock.hasQueuedThreads() || !lock.tryLock()) {
            contend();
        }
        // The sleeping thread must poll for what this thread is going to post.
        sleeper.interruptSleep();
    }

    private void contend() {
        wanting.incrementAndGet();
        try {
            for (int i = 0; i < TRIES; i++) {
                if (!lock.hasQueuedThreads() && lock.tryLock()) {
                    return;
                }
                Thread.onSpinWait();
            }
            lock.lock();
        } finally {
            wanting.decrementAndGet();
        }
    }

    void exit() {
        if (!parked.isEmpty()) {
            unparkDone();
        }
        lock.unlock();
    }

    /** Runs an action outside the bracket; the calling thread is inside or outside it. */
    void leaveFor(Runnable action) {
        int holds = release();
        try {
            action.run();
        } finally {
            if (holds > 0) {
                reacquire(holds);
            }
        }
    }

    /** Waits; must be called inside the bracket. */
    void waitFor(Completion what) {
        if (what.isDone()) {
            return;
        }
        WaitingThread self = new WaitingThread(what, ++waits, silentLeaves);
        IdlePolicy idle = engine.idlePolicy();
        int hotRounds = idle.parks() ? idle.spins() + idle.yields() : Integer.MAX_VALUE;
        hot++;
        int rounds = hot > maxHot ? idle.spins() : 0;
        try {
            while (!what.isDone()) {
                int events = engine.progress();
                if (!parked.isEmpty()) {
                    unparkDone();
                }
                if (events > 0 && sleeperInUse) {
                    sleeper.wake();
                }
                rounds = events > 0 && hot == 1 ? 0 : rounds + 1;
                if (what.isDone() || events > 0) {
                    yieldLock();
                    continue;
                }
                engine.answerInquiry(what, self.number);
                if (rounds < hotRounds
                        && rounds % LONG_RATIO == 0
                        && idle.parks()
                        && what.takesLong()) {
                    rounds = hotRounds;
                }
                WaitObserver told = engine.observer();
                if (told != null) {
                    told.resting(what, !self.observed);
                    self.observed = true;
                }
                if (rounds <= hotRounds) {
                    rest(rounds <= idle.spins());
                } else if (hot == 1 && !sleeperInUse && self.seenLeaves == silentLeaves) {
                    sleep(self);
                } else {
                    park(self);
                }
                if (told != null) {
                    told.rested();
                }
            }
        } finally {
            hot--;
            if (hot == 0 && !parked.isEmpty()) {
                leave(self);
            }
        }
    }

    private void unparkDone() {
        for (int i = 0; i < parked.size(); i++) {
            WaitingThread waiter = parked.get(i);
            if (!waiter.unparked && waiter.isDone()) {
                waiter.unpark();
            }
        }
    }

    private void leave(WaitingThread self) {
        if (self.slept) {
            unparkNext();
            return;
        }
        silentLeaves++;
        if (!guarded) {
            unparkNext();
        }
    }

    private void unparkNext() {
        for (int i = 0; i < parked.size(); i++) {
            WaitingThread waiter = parked.get(i);
            if (!waiter.unparked) {
                waiter.unpark();
                return;
            }
        }
    }

    // Hot threads.

    private void rest(boolean spins) {
        if (!spins) {
            int holds = release();
            Thread.yield();
            reacquire(holds);
        } else if (hot > 1 || wanting.get() > 0) {
            yieldLock();
        } else {
            Thread.onSpinWait();
        }
    }

    /** Releases the lock for a moment, to threads that contend for it and to other hot threads. */
    private void yieldLock() {
        if (hot == 1 && wanting.get() == 0) {
            return;
        }
        int holds = release();
        Thread.onSpinWait();
        for (int i = 0; i < TRIES && wanting.get() > 0 && !lock.isLocked(); i++) {
            Thread.onSpinWait();
        }
        reacquire(holds);
    }

    /**
     * Announces the sleep, polls once more, since an event may have arrived meanwhile, then sleeps.
     */
    private void sleep(WaitingThread self) {
        // Keeps other threads from announcing a sleep, which this one's awake() would cancel.
        sleeperInUse = true;
        self.slept = true;
        int holds = release();
        try {
            sleeper.announce();
            if (!pollOnceMore(self) && late.sleep(sleepNanos)) {
                pollLate(self);
            }
        } finally {
            sleeper.awake();
            reacquire(holds);
            sleeperInUse = false;
        }
    }

    /** Polls every source; returns whether the thread must not sleep. */
    private boolean pollOnceMore(WaitingThread self) {
        reacquire(1);
        try {
            boolean busy = engine.pollAll() > 0;
            sleepNanos = engine.sleepNanos();
            unparkDone();
            return busy || self.what.isDone() || hot > 1;
        } finally {
            lock.unlock();
        }
    }

    /** Polls behind a sleep that nobody has ended. */
    private void pollLate(WaitingThread self) {
        reacquire(1);
        try {
            late.found(engine.pollEverything() > 0 || self.isDone());
            unparkDone();
        } finally {
            lock.unlock();
        }
    }

    // Parked threads.

    /** Parks until unparked; the guard parks for a millisecond only, and then polls. */
    private void park(WaitingThread self) {
        boolean guards = !guarded && self.seenLeaves != silentLeaves;
        guarded |= guards;
        self.seenLeaves = silentLeaves;
        self.unparked = false;
        hot--;
        parked.add(self);
        int holds = release();
        try {
            LockSupport.parkNanos(this, guards ? GUARD_NANOS : parkNanos);
            if (Thread.currentThread().isInterrupted()) {
                // A thread that is interrupted does not park: it yields its core instead.
                Thread.yield();
            }
        } finally {
            reacquire(holds);
            parked.remove(self);
            hot++;
            guarded &= !guards;
        }
    }

    private int release() {
        int holds = lock.getHoldCount();
        for (int i = 0; i < holds; i++) {
            lock.unlock();
        }
        return holds;
    }

    private void reacquire(int holds) {
        for (int i = 0; i < TRIES && !lock.isHeldByCurrentThread(); i++) {
            if (wanting.get() > 0 || !lock.tryLock()) {
                Thread.onSpinWait();
            }
        }
        if (!lock.isHeldByCurrentThread()) {
            contend();
        }
        for (int i = 1; i < holds; i++) {
            lock.lock();
        }
    }
}
