package org.strata.opal.progress;

import java.util.Arrays;

/**
 * The rank's progress engine. Tier 1.
 *
 * <p>Threads: without {@link #setThreadMultiple} one thread at a time calls in
 * (MPI_THREAD_SERIALIZED or less) and no lock is taken. With it, {@link #enter} and {@link #exit}
 * bracket every operation on the stack; a thread that waits in {@link #waitFor} leaves the bracket
 * between polls, so that others can enter, and waiting threads share the polling. {@link #wake} may
 * be called by any thread at any time.
 */
public final class ProgressEngine {
    /** One call in this many also polls the low-priority sources. */
    private static final int LOW_PRIORITY_RATIO = 8;

    /** A wait for one source polls all others in one round of this many. */
    private static final int DIRECTED_RATIO = 16;

    /** Polls without a pause last about so long at most, where a poll takes long. */
    private static final long HOT_NANOS = 16_000;

    /** How long a nap is, to which the kernel adds some 50 µs. */
    private static final long NAP_NANOS = 50_000;

    /** A wait that has lasted for longer ends in sleeps, of which peers are told. */
    private static final long NAPPING_NANOS = 32_000_000;

    private final Sleeper sleeper;
    private final LateWakeups late;
    private final SharedProgress shared;
    private final SpinBudget budget = new SpinBudget();
    private IdlePolicy idle;
    private Progressable[] high = new Progressable[0];
    private Progressable[] low = new Progressable[0];
    private boolean multiple;
    private int calls;
    private int directedPolls;
    private int directedRounds;
    private int hotRounds;
    private boolean progressThread;
    private boolean opening;
    private boolean fallingAsleep;
    private long sleepNanos = IdlePolicy.MAX_SLEEP_NANOS;

    /** Pairs with ProgressEngine.fail, of any thread. */
    private volatile Runnable failure;

    /** Pairs with ProgressEngine.inquire, of any thread. */
    private volatile Inquiry inquiry;

    /** Is told of waits that go cold; null for nobody. Set before the first wait. */
    private WaitObserver observer;

    /** What cut an operation off. Pairs with ProgressEngine.brokenBy, of any thread. */
    private volatile Throwable breakdown;

    /** How often a wait of the only thread has gone cold: two equal values enclose no event. */
    private long coldWaits;

    /**
     * @param idle what an idle thread does
     * @param sleeper how it sleeps
     */
    public ProgressEngine(IdlePolicy idle, Sleeper sleeper) {
        this(idle, sleeper, IdlePolicy.MAX_SLEEP_NANOS);
    }

    /**
     * For tests in which a wake-up that is lost must not be hidden by the bound on a rest.
     *
     * @param parkNanos bound on the rest of a thread while another one polls or sleeps
     */
    ProgressEngine(IdlePolicy idle, Sleeper sleeper, long parkNanos) {
        setIdlePolicy(idle);
        this.sleeper = sleeper;
        this.late = new LateWakeups(sleeper);
        this.shared = new SharedProgress(this, sleeper, late, parkNanos);
    }

    /** Returns the sleeper of this rank, for BTLs whose peers ring it. */
    public Sleeper sleeper() {
        return sleeper;
    }

    /** Replaces the idle policy, once the number of ranks and cores is known. */
    public final void setIdlePolicy(IdlePolicy policy) {
        idle = policy;
        adaptHotRounds();
    }

    private void setHotRounds(int rounds) {
        hotRounds = rounds;
        directedRounds = idle.directed() ? rounds : 0;
    }

    /**
     * Makes enter and exit take a lock (MPI_THREAD_MULTIPLE). Call before a second thread enters.
     */
    public void setThreadMultiple(boolean on) {
        multiple = on || progressThread;
    }

    /**
     * Runs an action that opens components, inside the bracket; they may {@link
     * #addProgressThread}.
     */
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
     * Announces that a component's own thread will make progress: from now on the bracket takes a
     * lock, whatever the thread level. Call before that thread enters, inside {@link #open} or
     * outside the bracket.
     */
    public void addProgressThread() {
        progressThread = true;
        if (!multiple) {
            multiple = true;
            if (opening) {
                // The thread that opens has entered the bracket without the lock: it takes it now.
                shared.enter();
            }
        }
    }

    /** Runs an action outside the bracket, so that other threads can enter meanwhile. */
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
        int index = Arrays.asList(all).indexOf(one);
        if (index < 0) {
            return all;
        }
        Progressable[] fewer = Arrays.copyOf(all, all.length - 1);
        System.arraycopy(all, index + 1, fewer, index, fewer.length - index);
        return fewer;
    }

    /** Polls every source once; returns the number of events handled. */
    public int progress() {
        try {
            int events = pollHigh(high);
            if ((++calls & (LOW_PRIORITY_RATIO - 1)) == 0) {
                events += progressLow();
            }
            return events;
        } catch (Error e) {
            throw brokenBy(e);
        }
    }

    /**
     * Each call site sees one class during a job, so the JIT compiler inlines it; the one call site
     * of a loop would see all classes.
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
     * One round of {@link #waitFor}, for callers whose own loop reads a field, instead of making a
     * virtual call, to see that {@code what} is done.
     *
     * @param idleRounds result of the round before; 0 at first
     */
    public int waitRound(Completion what, int idleRounds) {
        if (multiple) {
            shared.waitFor(what);
            return 0;
        }
        if (progress() > 0) {
            return 0;
        }
        return pause(what, idleRounds + 1);
    }

    /**
     * One round of waiting for what one source is expected to bring: polls that source, and
     * everything else in one round of {@value #DIRECTED_RATIO} while the wait is hot. Not for
     * MPI_THREAD_MULTIPLE.
     *
     * @param source what probably brings it; it is registered with this engine, too
     * @param idleRounds result of the round before; 0 at first
     */
    public int waitRound(Completion what, Progressable source, int idleRounds) {
        if ((++directedPolls & (DIRECTED_RATIO - 1)) == 0 || idleRounds >= directedRounds) {
            return waitRound(what, idleRounds);
        }
        return source.progress() > 0 ? 0 : idleRounds + 1;
    }

    /**
     * Returns how many rounds of a wait for one source poll that source first: 0 when none does, as
     * with MPI_THREAD_MULTIPLE.
     */
    public int directedRounds() {
        return multiple ? 0 : directedRounds;
    }

    /**
     * Ends a round that found nothing. While the wait is hot there is no pause between two polls: a
     * spin hint takes longer than a poll.
     */
    private int pause(Completion what, int rounds) {
        if (rounds > hotRounds) {
            rest(what, rounds - hotRounds);
        }
        return rounds;
    }

    private void rest(Completion what, int idleRounds) {
        if (idleRounds == 1) {
            coldWaits++;
        }
        answerInquiry(what, coldWaits);
        WaitObserver told = observer;
        if (told == null) {
            restNow(what, idleRounds);
        } else {
            told.resting(what, idleRounds == 1);
            restNow(what, idleRounds);
            told.rested();
        }
    }

    private void restNow(Completion what, int idleRounds) {
        if (idle.adapts()) {
            restByTime(what, idleRounds);
            return;
        }
        boolean hasSpun = idleRounds > idle.spins();
        boolean hasYielded = idleRounds > idle.spins() + idle.yields();
        if (idle.parks() && !hasYielded && what.takesLong()) {
            sleep(what);
        } else if (!hasSpun) {
            Thread.onSpinWait();
        } else if (!hasYielded || !idle.parks()) {
            Thread.yield();
        } else {
            sleep(what);
        }
    }

    private void restByTime(Completion what, int idleRounds) {
        if (idleRounds == 1) {
            budget.begin(System.nanoTime());
            adaptHotRounds();
        } else if (budget.isDue(idleRounds)) {
            budget.look(idleRounds, System.nanoTime());
        }
        if (!idle.parks()) {
            if (budget.isSpent()) {
                Thread.yield();
            } else {
                Thread.onSpinWait();
            }
        } else if (budget.isSpent()) {
            sleepOrNap(what);
            budget.slept(System.nanoTime());
        } else if (what.takesLong()) {
            sleep(what);
        } else {
            Thread.onSpinWait();
        }
    }

    /**
     * Polls that take long go cold after a few: calls of the system, as over tcp, and those that
     * are still interpreted, whose compilers may need this core.
     */
    private void adaptHotRounds() {
        long most = Math.min(idle.hotPolls(), idle.spins());
        long timed = idle.adapts() ? HOT_NANOS / budget.roundNanos() : most;
        setHotRounds((int) Math.min(most, timed));
    }

    /** Has waits that go cold told to an observer; before the first one. */
    public void observe(WaitObserver told) {
        observer = told;
    }

    /** Returns who is told of waits that go cold, or null. */
    public WaitObserver observer() {
        return observer;
    }

    /** Returns how many polls without a pause a wait begins with. */
    public int hotRounds() {
        return hotRounds;
    }

    /** Answers the inquiry, if there is one, for the calling thread, which has nothing to do. */
    void answerInquiry(Completion what, long wait) {
        Inquiry asked = inquiry;
        if (asked != null) {
            asked.answer(what, wait);
        }
    }

    /**
     * Where a ring ends a sleep slowly, the first milliseconds of a wait pass in naps, which take a
     * twentieth of a core; the peer need not ring then, either.
     */
    private void sleepOrNap(Completion what) {
        boolean naps =
                !what.takesLong()
                        && budget.lasted(System.nanoTime()) < NAPPING_NANOS
                        && sleeper.wakesSlowly()
                        && !Thread.currentThread().isInterrupted();
        if (naps) {
            late.nap(NAP_NANOS);
            pollEverything();
        } else {
            sleep(what);
        }
    }

    /**
     * Announces the sleep, polls once more, since an event may have arrived meanwhile, then sleeps.
     */
    private void sleep(Completion what) {
        sleeper.announce();
        try {
            boolean busy = pollAll() > 0 || what.isDone();
            if (!busy && late.sleep(sleepNanos)) {
                late.found(pollEverything() > 0 || what.isDone());
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
            return pollEverything();
        } finally {
            fallingAsleep = false;
        }
    }

    /** Polls every source, those of low priority too; returns the number of events handled. */
    int pollEverything() {
        return progress() + progressLow();
    }

    /** Returns how many waits slept for too long because a wake-up was lost. */
    public long lateWakeups() {
        return late.count();
    }

    /** Returns how long all sleeps of waits have lasted so far, nanoseconds. Any thread. */
    public long asleep() {
        return late.asleep();
    }

    /**
     * Returns whether the current poll is the last one before a sleep. A source that wakes the
     * thread only when armed (a completion queue, a selector) arms itself in this poll.
     */
    public boolean fallingAsleep() {
        return fallingAsleep;
    }

    /**
     * Limits the sleep that follows the current poll; for sources with a timer. Call while {@link
     * #fallingAsleep}.
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

    /** Returns the idle policy in force. */
    public IdlePolicy idlePolicy() {
        return idle;
    }

    /** Wakes the sleeping thread, from any thread: an event is queued for the next poll. */
    public void wake() {
        sleeper.wake();
    }

    /**
     * Makes every waiting thread run {@code action} in its next polls; the action throws or exits.
     * The control plane calls this when the job aborts.
     */
    public void raise(Runnable action) {
        failure = action;
        wake();
    }

    /**
     * Notes that an operation on the stack was cut off in the middle: the JVM had no stack or no
     * heap left, or a defect threw. Nobody knows which steps are missing, so the job has to end,
     * whatever the program does with the failure. Does almost nothing, since there may be room for
     * almost nothing.
     *
     * @return the failure, which the caller throws again
     */
    public <T extends Throwable> T brokenBy(T failure) {
        if (breakdown == null) {
            breakdown = failure;
        }
        return failure;
    }

    /** Returns what has cut an operation on the stack off, or null. Any thread. */
    public Throwable breakdown() {
        return breakdown;
    }

    /**
     * Asks the waiting threads what they wait for, from any thread; replaces the inquiry before. A
     * thread answers when it finds nothing to do, at the latest when its sleep ends.
     *
     * @param asked receives the answers; null ends the inquiry
     */
    public void inquire(Inquiry asked) {
        inquiry = asked;
        if (asked != null) {
            wake();
        }
    }
}
