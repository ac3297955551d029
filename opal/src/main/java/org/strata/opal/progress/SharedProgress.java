package org.strata.opal.progress;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The bracket and the waiting of MPI_THREAD_MULTIPLE. One lock guards the whole stack.
 *
 * <p>A thread that waits is <i>hot</i> at first: it polls, and lets others in between two polls.
 * After the idle policy's rounds it cools down. It then parks if another is hot, and sleeps in the
 * {@link Sleeper} if not, so that only one thread at a time does. Whoever polls calls the parked
 * threads whose wait is over.
 *
 * <p>When the last hot thread leaves while others are parked, somebody must poll for them. If it
 * had slept, messages are rare, and it calls one of them at once. Otherwise it will soon be back,
 * and a call for every message would cost more than the message: it leaves in silence, and one of
 * the parked threads, the guard, polls every millisecond until it is back or gone for good.
 *
 * <p>So a thread that exchanges messages pays nothing for those that are blocked, and nobody is
 * kept out by a thread that waits.
 */
final class SharedProgress {
    /**
     * Tries for the lock before a thread queues for it: a poll is shorter than a context switch.
     */
    private static final int TRIES = 500;

    /** How often the guard looks. */
    private static final long GUARD_NANOS = 1_000_000L;

    private final ProgressEngine engine;
    private final Sleeper sleeper;

    /** More spinning threads than this would only take each other's core: the others yield. */
    private final int maxHot = Math.max(1, Runtime.getRuntime().availableProcessors());

    private final ReentrantLock lock = new ReentrantLock(true);

    /** Threads that want the lock, and to which those who poll have to give way. */
    private final AtomicInteger wanting = new AtomicInteger();

    /** Parked threads. Guarded by the lock, as is all below. */
    private final List<Waiter> parked = new ArrayList<>();

    /** Threads in {@link #waitFor} that are not parked. */
    private int hot;

    /** Some thread has not come back from the sleeper. */
    private boolean sleeperInUse;

    /** How long the sleeper sleeps at most; its own. */
    private long sleepNanos;

    /** Some parked thread is the guard. */
    private boolean guarded;

    /** How often the last hot thread has left in silence. */
    private int silentLeaves;

    /** A thread in {@link #waitFor}. */
    private static final class Waiter {
        private final Completion what;
        private final Thread thread = Thread.currentThread();
        private volatile boolean called;

        /** It has slept in the sleeper. */
        private boolean slept;

        /** The count of silent leaves when it looked last. */
        private int seenLeaves;

        Waiter(Completion what, int seenLeaves) {
            this.what = what;
            this.seenLeaves = seenLeaves;
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
        // Whoever sleeps must look at what this thread is going to leave behind.
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
            callDone();
        }
        lock.unlock();
    }

    /** Runs something outside the bracket, of which the thread may or may not be a holder. */
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
        Waiter self = new Waiter(what, silentLeaves);
        IdlePolicy idle = engine.idlePolicy();
        int hotRounds = idle.parks() ? idle.spins() + idle.yields() : Integer.MAX_VALUE;
        hot++;
        int rounds = hot > maxHot ? idle.spins() : 0;
        try {
            while (!what.isDone()) {
                int events = engine.progress();
                if (!parked.isEmpty()) {
                    callDone();
                }
                if (events > 0 && sleeperInUse) {
                    sleeper.wake();
                }
                rounds = events > 0 && hot == 1 ? 0 : rounds + 1;
                if (what.isDone() || events > 0) {
                    giveWay();
                } else if (rounds <= hotRounds) {
                    rest(rounds <= idle.spins());
                } else if (hot == 1 && !sleeperInUse && self.seenLeaves == silentLeaves) {
                    sleep(self);
                } else {
                    park(self);
                }
            }
        } finally {
            hot--;
            if (hot == 0 && !parked.isEmpty()) {
                leave(self);
            }
        }
    }

    private void callDone() {
        for (int i = 0; i < parked.size(); i++) {
            Waiter waiter = parked.get(i);
            if (!waiter.called && waiter.isDone()) {
                waiter.call();
            }
        }
    }

    private void leave(Waiter self) {
        if (self.slept) {
            callNext();
            return;
        }
        silentLeaves++;
        if (!guarded) {
            callNext();
        }
    }

    private void callNext() {
        for (int i = 0; i < parked.size(); i++) {
            Waiter waiter = parked.get(i);
            if (!waiter.called) {
                waiter.call();
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
            giveWay();
        } else {
            Thread.onSpinWait();
        }
    }

    /** Lets those in who want it, and polls by others. */
    private void giveWay() {
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

    /** Announces the sleep, looks once more (an event may have come in between), then sleeps. */
    private void sleep(Waiter self) {
        // Until this thread is back no other announces a sleep, which its awakening would undo.
        sleeperInUse = true;
        self.slept = true;
        int holds = release();
        try {
            sleeper.announce();
            if (!lookOnceMore(self)) {
                sleeper.sleep(sleepNanos);
            }
        } finally {
            sleeper.awake();
            reacquire(holds);
            sleeperInUse = false;
        }
    }

    /** Returns whether there is something to do instead of sleeping. */
    private boolean lookOnceMore(Waiter self) {
        reacquire(1);
        try {
            boolean busy = engine.pollAll() > 0;
            sleepNanos = engine.sleepNanos();
            callDone();
            return busy || self.what.isDone() || hot > 1;
        } finally {
            lock.unlock();
        }
    }

    // Parked threads.

    /** Parks until called; the guard polls now and then, until it has to do so all the time. */
    private void park(Waiter self) {
        boolean guards = !guarded && self.seenLeaves != silentLeaves;
        guarded |= guards;
        self.seenLeaves = silentLeaves;
        self.called = false;
        hot--;
        parked.add(self);
        int holds = release();
        try {
            LockSupport.parkNanos(this, guards ? GUARD_NANOS : IdlePolicy.MAX_SLEEP_NANOS);
            if (Thread.currentThread().isInterrupted()) {
                // Such a thread cannot park; at least it can let others run.
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
