package org.strata.opal.progress;

import java.util.Arrays;

/**
 * The rank's progress engine. Tier 1.
 *
 * <p>Threads: without {@link #setThreadMultiple} one thread at a time calls in
 * (MPI_THREAD_SERIALIZED or less) and no lock is taken. With it, {@link #enter} and {@link #exit}
 * bracket every operation on the stack; a thread that waits in {@link #waitFor} leaves the bracket
 * between polls, so others go on, and several that wait share the polling. {@link #wake} may be
 * called by any thread at any time.
 */
public final class ProgressEngine {
    /** One call in this many also polls the low-priority sources. */
    private static final int LOW_PRIORITY_RATIO = 8;

    private final Sleeper sleeper;
    private final SharedProgress shared;
    private IdlePolicy idle;
    private Progressable[] high = new Progressable[0];
    private Progressable[] low = new Progressable[0];
    private boolean multiple;
    private int calls;
    private boolean progressThread;
    private boolean opening;
    private boolean fallingAsleep;
    private long sleepNanos = IdlePolicy.MAX_SLEEP_NANOS;
    private volatile Runnable failure;

    /**
     * @param idle what an idle thread does
     * @param sleeper how it sleeps
     */
    public ProgressEngine(IdlePolicy idle, Sleeper sleeper) {
        this.idle = idle;
        this.sleeper = sleeper;
        this.shared = new SharedProgress(this, sleeper);
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
        multiple = on || progressThread;
    }

    /** Runs, inside the bracket, what opens components; some may {@link #addProgressThread}. */
    public void open(Runnable action) {
        opening = true;
        enter();
        try {
            action.run();
        } finally {
            exit();
            opening = false;
        }
    }

    /**
     * A thread of a component will make progress beside the application's: the bracket takes a lock
     * from now on, whatever the level of threads. Call before it enters: inside {@link #open}, or
     * outside the bracket.
     */
    public void addProgressThread() {
        progressThread = true;
        if (!multiple) {
            multiple = true;
            if (opening) {
                // Who opens is in the bracket already, and has entered it without the lock.
                shared.enter();
            }
        }
    }

    /** Runs something with the bracket left, so that other threads may enter meanwhile. */
    public void leaveFor(Runnable action) {
        if (multiple) {
            shared.leaveFor(action);
        } else {
            action.run();
        }
    }

    /** Returns whether several threads may be inside the stack's operations. */
    public boolean threadMultiple() {
        return multiple;
    }

    /** Begins an operation on the stack. Reentrant. */
    public void enter() {
        if (multiple) {
            shared.enter();
        }
    }

    /** Ends an operation on the stack. */
    public void exit() {
        if (multiple) {
            shared.exit();
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
        if (multiple) {
            shared.waitFor(what);
            return 0;
        }
        if (progress() > 0) {
            return 0;
        }
        int rounds = idleRounds + 1;
        if (rounds <= idle.spins()) {
            Thread.onSpinWait();
        } else {
            rest(what, rounds);
        }
        return rounds;
    }

    private void rest(Completion what, int idleRounds) {
        if (idleRounds <= idle.spins() + idle.yields() || !idle.parks()) {
            Thread.yield();
        } else {
            sleep(what);
        }
    }

    /** Announces the sleep, looks once more (an event may have come in between), then sleeps. */
    private void sleep(Completion what) {
        sleeper.announce();
        try {
            boolean busy = pollAll() > 0 || what.isDone();
            if (!busy) {
                sleeper.sleep(sleepNanos);
            }
        } finally {
            sleeper.awake();
        }
    }

    /** The last poll before a sleep: every source, those of low priority too. */
    int pollAll() {
        fallingAsleep = true;
        sleepNanos = IdlePolicy.MAX_SLEEP_NANOS;
        try {
            return progress() + progressLow();
        } finally {
            fallingAsleep = false;
        }
    }

    /**
     * Returns whether the poll under way is the last one before a sleep, for sources that must be
     * armed to end it.
     */
    public boolean fallingAsleep() {
        return fallingAsleep;
    }

    /**
     * Bounds the sleep that the poll under way precedes: for sources with a timer. Call while
     * {@link #fallingAsleep}.
     *
     * @param nanos from now
     */
    public void sleepAtMost(long nanos) {
        sleepNanos = Math.min(sleepNanos, Math.max(1, nanos));
    }

    /** Returns how long the sleep after the last {@link #pollAll} may be. */
    long sleepNanos() {
        return sleepNanos;
    }

    IdlePolicy idlePolicy() {
        return idle;
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
