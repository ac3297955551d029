package org.strata.opal.progress;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The bracket and the waiting of MPI_THREAD_MULTIPLE. One lock guards the whole stack; of the
 * threads that wait, one is the poller: it polls for all, letting others in between two polls, and
 * calls those whose wait is over. The others spin a little and then park. A poller whose own wait
 * is over calls one of them to be the next; one that sleeps in the kernel loses the task to whoever
 * comes to wait.
 *
 * <p>So a message costs its receiver no more than one call from the poller, however many threads
 * wait; nobody is kept out by a thread that waits; and only one thread at a time uses the {@link
 * Sleeper}.
 */
final class SharedProgress {
    /** Tries for the lock before a thread queues for it: a poll is shorter than a context switch. */
    private static final int TRIES = 200;

    /** Looks for the poller's call before a thread parks: it must not take the poller's core. */
    private static final int WAITER_SPINS = 500;

    private final ProgressEngine engine;
    private final Sleeper sleeper;

    /** Fair: who polls in a loop must not keep those out who wait in the queue. */
    private final ReentrantLock lock = new ReentrantLock(true);

    /** Threads that want the lock and have not got it. */
    private final AtomicInteger wanting = new AtomicInteger();

    /** Threads that wait for the poller's call. Guarded by the lock, as is all below. */
    private final List<Waiter> waiters = new ArrayList<>();

    private Waiter poller;

    /** The poller sleeps in the kernel: who comes to wait takes its place. */
    private boolean pollerSleeps;

    /** Some thread, perhaps no longer the poller, has not come back from the sleeper. */
    private boolean sleeperInUse;

    /** A thread in {@link #waitFor}. */
    private static final class Waiter {
        private final Completion what;
        private final Thread thread = Thread.currentThread();
        private volatile boolean called;

        Waiter(Completion what) {
            this.what = what;
        }

        /** What cannot be asked is called, to find out by itself. */
        private boolean isDone() {
            try {
                return what.isDone();
            } catch (RuntimeException | Error e) {
                return true;
            }
        }

        private void call() {
            called = true;
            LockSupport.unpark(thread);
        }
    }

    SharedProgress(ProgressEngine engine, Sleeper sleeper) {
        this.engine = engine;
        this.sleeper = sleeper;
    }

    void enter() {
        if (lock.isHeldByCurrentThread()) {
            lock.lock();
            return;
        }
        if (lock.hasQueuedThreads() || !lock.tryLock()) {
            contend();
        }
        // The poller must look at what this thread is going to leave behind.
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
        if (!waiters.isEmpty()) {
            callDone();
        }
        lock.unlock();
    }

    /** Waits, polling or being called; must be called inside the bracket. */
    void waitFor(Completion what) {
        if (what.isDone()) {
            return;
        }
        Waiter self = new Waiter(what);
        try {
            while (!what.isDone()) {
                if (poller == null || pollerSleeps) {
                    if (pollerSleeps) {
                        sleeper.wake();
                        pollerSleeps = false;
                    }
                    poller = self;
                    poll(self);
                } else {
                    await(self);
                }
            }
        } finally {
            if (poller == self) {
                poller = null;
            }
            if (poller == null) {
                callNextPoller();
            }
        }
    }

    private void callDone() {
        for (int i = 0; i < waiters.size(); i++) {
            Waiter waiter = waiters.get(i);
            if (!waiter.called && waiter.isDone()) {
                waiter.call();
            }
        }
    }

    private void callNextPoller() {
        for (int i = 0; i < waiters.size(); i++) {
            Waiter waiter = waiters.get(i);
            if (!waiter.called) {
                waiter.call();
                return;
            }
        }
    }

    // The poller.

    private void poll(Waiter self) {
        int idleRounds = 0;
        while (poller == self && !self.what.isDone()) {
            int events = engine.progress();
            callDone();
            if (events > 0) {
                idleRounds = 0;
                letOthersIn();
            } else if (!self.what.isDone()) {
                rest(self, ++idleRounds);
            }
        }
    }

    private void letOthersIn() {
        if (wanting.get() > 0) {
            int holds = release();
            giveWay();
            reacquire(holds);
        }
    }

    /** Those who try for the lock without queueing need a moment to get it. */
    private void giveWay() {
        for (int i = 0; i < TRIES && wanting.get() > 0 && !lock.isLocked(); i++) {
            Thread.onSpinWait();
        }
    }

    private void rest(Waiter self, int idleRounds) {
        IdlePolicy idle = engine.idlePolicy();
        boolean spins = idleRounds <= idle.spins();
        boolean yields = idleRounds <= idle.spins() + idle.yields() || !idle.parks();
        boolean sleeps = !spins && !yields && !sleeperInUse;
        int holds = release();
        try {
            if (sleeps) {
                sleep(self);
            } else if (spins) {
                Thread.onSpinWait();
                giveWay();
            } else {
                Thread.yield();
            }
        } finally {
            reacquire(holds);
            if (sleeps) {
                sleeperInUse = false;
            }
            if (poller == self) {
                pollerSleeps = false;
            }
        }
    }

    /**
     * Announces the sleep, looks once more (an event may have come in between), then sleeps. Until
     * this thread has the lock again no other announces a sleep, so that its awakening here does
     * not undo the other's announcement.
     */
    private void sleep(Waiter self) {
        sleeper.announce();
        try {
            if (!lookOnceMore(self)) {
                sleeper.sleep(IdlePolicy.MAX_SLEEP_NANOS);
            }
        } finally {
            sleeper.awake();
        }
    }

    /** Returns whether there is something to do instead of sleeping. */
    private boolean lookOnceMore(Waiter self) {
        lock.lock();
        try {
            boolean busy = engine.pollAll() > 0 || self.what.isDone();
            callDone();
            sleeperInUse = true;
            pollerSleeps = !busy;
            return busy;
        } finally {
            lock.unlock();
        }
    }

    // The others.

    private void await(Waiter self) {
        self.called = false;
        waiters.add(self);
        int holds = release();
        try {
            awaitCall(self);
        } finally {
            reacquire(holds);
            waiters.remove(self);
        }
    }

    private void awaitCall(Waiter self) {
        int spins = Math.min(engine.idlePolicy().spins(), WAITER_SPINS);
        for (int i = 0; i < spins && !self.called; i++) {
            Thread.onSpinWait();
        }
        boolean interrupted = false;
        while (!self.called) {
            LockSupport.park(this);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            self.thread.interrupt();
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
        for (int i = 0; i < holds; i++) {
            lock.lock();
        }
    }
}
