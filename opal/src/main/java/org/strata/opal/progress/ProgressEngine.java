package org.strata.opal.progress;

import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The rank's progress engine. Tier 1.
 *
 * <p>Threads: without {@link #setThreadMultiple} one thread at a time calls in
 * (MPI_THREAD_SERIALIZED or less) and no lock is taken. With it, {@link #enter} and {@link #exit}
 * bracket every operation on the stack; a thread that sleeps in {@link #waitFor} has left the
 * bracket, so others go on. {@link #wake} may be called by any thread at any time.
 */
public final class ProgressEngine {
    /** One call in this many also polls the low-priority sources. */
    private static final int LOW_PRIORITY_RATIO = 8;

    private final Sleeper sleeper;
    private final ReentrantLock lock = new ReentrantLock();
    private IdlePolicy idle;
    private Progressable[] high = new Progressable[0];
    private Progressable[] low = new Progressable[0];
    private boolean multiple;
    private int calls;
    private volatile Runnable failure;

    /**
     * @param idle what an idle thread does
     * @param sleeper how it sleeps
     */
    public ProgressEngine(IdlePolicy idle, Sleeper sleeper) {
        this.idle = idle;
        this.sleeper = sleeper;
    }

    /** Returns the place where this rank sleeps, for BTLs that can ring it from outside. */
    public Sleeper sleeper() {
        return sleeper;
    }

    /** Replaces the idle policy, once the number of ranks and cores is known. */
    public void setIdlePolicy(IdlePolicy policy) {
        idle = policy;
    }

    /**
     * Makes enter and exit take a lock (MPI_THREAD_MULTIPLE). Call before a second thread enters.
     */
    public void setThreadMultiple(boolean on) {
        multiple = on;
    }

    /** Returns whether several threads may be inside the stack's operations. */
    public boolean threadMultiple() {
        return multiple;
    }

    /** Begins an operation on the stack. Reentrant. */
    public void enter() {
        if (multiple) {
            lock.lock();
            sleeper.interruptSleep();
        }
    }

    /** Ends an operation on the stack. */
    public void exit() {
        if (multiple) {
            lock.unlock();
        }
    }

    /** Polls a source on every call from now on. */
    public void register(Progressable source) {
        if (!Arrays.asList(high).contains(source)) {
            high = with(high, source);
        }
    }

    /** Polls a source on one call in eight: accepting connections, housekeeping. */
    public void registerLowPriority(Progressable source) {
        if (!Arrays.asList(low).contains(source)) {
            low = with(low, source);
        }
    }

    /** Polls a source no longer. */
    public void unregister(Progressable source) {
        high = without(high, source);
        low = without(low, source);
    }

    private static Progressable[] with(Progressable[] all, Progressable one) {
        Progressable[] more = Arrays.copyOf(all, all.length + 1);
        more[all.length] = one;
        return more;
    }

    private static Progressable[] without(Progressable[] all, Progressable one) {
        return Arrays.stream(all).filter(p -> p != one).toArray(Progressable[]::new);
    }

    /** Polls every source once; returns the number of events handled. */
    public int progress() {
        int events = pollHigh(high);
        if ((++calls & (LOW_PRIORITY_RATIO - 1)) == 0) {
            events += progressLow();
        }
        return events;
    }

    /**
     * Each of the calls sees one class in the life of a job, and so the compiler inlines it; in a
     * loop all classes would meet at one call.
     */
    private static int pollHigh(Progressable[] sources) {
        int count = sources.length;
        int events = count > 0 ? sources[0].progress() : 0;
        if (count > 1) {
            events += sources[1].progress();
        }
        if (count > 2) {
            events += sources[2].progress();
        }
        for (int i = 3; i < count; i++) {
            events += sources[i].progress();
        }
        return events;
    }

    private int progressLow() {
        int events = 0;
        Progressable[] sources = low;
        for (Progressable source : sources) {
            events += source.progress();
        }
        Runnable raised = failure;
        if (raised != null) {
            raised.run();
        }
        return events;
    }

    /**
     * Polls until {@code what} is done: spins, then yields, then sleeps as the idle policy says.
     * Must be called inside {@link #enter}.
     */
    public void waitFor(Completion what) {
        int idleRounds = 0;
        while (!what.isDone()) {
            idleRounds = waitRound(what, idleRounds);
        }
    }

    /**
     * One round of {@link #waitFor}, for callers whose own loop sees by a field, without a virtual
     * call, that {@code what} is done.
     *
     * @param idleRounds what the round before returned; 0 at first
     */
    public int waitRound(Completion what, int idleRounds) {
        if (progress() > 0) {
            if (multiple) {
                letOthersIn();
            }
            return 0;
        }
        int rounds = idleRounds + 1;
        if (rounds <= idle.spins() && !multiple) {
            Thread.onSpinWait();
        } else {
            rest(what, rounds);
        }
        return rounds;
    }

    private void letOthersIn() {
        if (lock.hasQueuedThreads()) {
            int holds = release();
            Thread.onSpinWait();
            reacquire(holds);
        }
    }

    private void rest(Completion what, int idleRounds) {
        int holds = multiple ? release() : 0;
        try {
            if (idleRounds <= idle.spins()) {
                Thread.onSpinWait();
            } else if (idleRounds <= idle.spins() + idle.yields() || !idle.parks()) {
                Thread.yield();
            } else {
                sleep(what);
            }
        } finally {
            if (multiple) {
                reacquire(holds);
            }
        }
    }

    /** Announces the sleep, looks once more (an event may have come in between), then sleeps. */
    private void sleep(Completion what) {
        sleeper.announce();
        try {
            boolean busy;
            if (multiple) {
                lock.lock();
                try {
                    busy = pollAll() > 0 || what.isDone();
                } finally {
                    lock.unlock();
                }
            } else {
                busy = pollAll() > 0 || what.isDone();
            }
            if (!busy) {
                sleeper.sleep(IdlePolicy.MAX_SLEEP_NANOS);
            }
        } finally {
            sleeper.awake();
        }
    }

    private int pollAll() {
        return progress() + progressLow();
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

    /** Ends a sleep now, from any thread: an event was queued for the next poll. */
    public void wake() {
        sleeper.wake();
    }

    /**
     * Makes every waiting thread run {@code action} soon and repeatedly; it throws or exits. For
     * the control plane: the job is being aborted.
     */
    public void raise(Runnable action) {
        failure = action;
        wake();
    }
}
