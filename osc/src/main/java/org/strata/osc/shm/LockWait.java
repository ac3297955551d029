package org.strata.osc.shm;

import org.strata.mca.pml.CommContext;
import org.strata.mca.proc.Proc;
import org.strata.opal.Rc;
import org.strata.opal.progress.Completion;
import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.progress.Progressable;

import java.util.ArrayList;
import java.util.List;

/** A request for the lock of a member's window that is not granted at once. */
final class LockWait implements Completion, Progressable {
    /** Looks at the lock before the engine waits. */
    private static final int LOOKS = 200;

    /** How long members that come later may go first: some thousand short epochs. */
    private static final long LENIENT_NANOS = 1_000_000;

    /** How long a request for the lock alone waits for shared holders before it steps back. */
    private static final long PATIENCE_NANOS = 2_000_000;

    /** Longest sleep where whoever releases the lock cannot ring: between two looks. */
    private static final long BLIND_SLEEP_NANOS = 50_000;

    /** Longest sleep where it can: until the next look at who is lost. */
    private static final long SLEEP_NANOS = 2_000_000;

    private final ProgressEngine engine;
    private final CommContext comm;
    private final WindowBells bells;
    private final int target;
    private final WindowLock lock;
    private final boolean alone;
    private final long begin = System.nanoTime();
    private long ticket;
    private boolean insists;
    private boolean granted;

    /**
     * Of a request for the lock alone: when it steps back next, and how long it waited for that.
     */
    private long steps = begin + PATIENCE_NANOS;

    private long patience = PATIENCE_NANOS;

    /** A lost member that has the lock; or null. */
    private Proc lost;

    /**
     * @param target whose window it is
     * @param alone whether the lock is exclusive
     */
    LockWait(
            ProgressEngine engine,
            CommContext comm,
            WindowBells bells,
            int target,
            WindowLock lock,
            boolean alone) {
        this.engine = engine;
        this.comm = comm;
        this.bells = bells;
        this.target = target;
        this.lock = lock;
        this.alone = alone;
    }

    /** Waits; returns an Rc code. */
    int await() {
        ticket = lock.enqueue(comm.rank(), alone);
        for (int look = 0; look < LOOKS && !enter(); look++) {
            Thread.onSpinWait();
        }
        if (!granted) {
            engine.register(this);
            try {
                engine.waitFor(this);
            } finally {
                engine.unregister(this);
                if (!granted) {
                    lock.leave(comm.rank(), insists);
                    bells.ring(lock);
                }
            }
        }
        if (granted) {
            return Rc.OK;
        }
        return lost.failure() == null ? Rc.UNREACHABLE : Rc.PEER_FAILED;
    }

    private boolean enter() {
        granted = granted || lock.tryInTurn(comm.rank(), ticket, alone, insists, bells::isLost);
        return granted;
    }

    @Override
    public boolean isDone() {
        if (enter()) {
            return true;
        }
        long now = System.nanoTime();
        if (!insists && now - begin >= LENIENT_NANOS) {
            insists = true;
            lock.insist();
        }
        if (alone && now - steps >= 0) {
            stepBack(now);
        }
        lost = findLost();
        return lost != null;
    }

    private void stepBack(long now) {
        boolean first = lock.blocker(comm.rank(), ticket, true, bells::isLost) == WindowLock.NOBODY;
        if (first && lock.isShared() && lock.anyWaitsShared(bells::isLost)) {
            ticket = lock.stepBack(comm.rank(), true);
            patience *= 2;
            steps = now + patience;
            bells.ring(lock);
        }
    }

    /** Returns a lost member that keeps this one from the lock; or null. */
    private Proc findLost() {
        if (comm.peer(target).isLost()) {
            return comm.peer(target);
        }
        for (int member = 0; member < comm.size(); member++) {
            if (bells.isLost(member) && lock.mayHold(member) && !lock.admits(alone)) {
                return comm.peer(member);
            }
        }
        return null;
    }

    @Override
    public int progress() {
        if (engine.fallingAsleep()) {
            engine.sleepAtMost(sleepNanos());
        }
        return 0;
    }

    private long sleepNanos() {
        if (!bells.canRing()) {
            return BLIND_SLEEP_NANOS;
        }
        long now = System.nanoTime();
        long least = insists ? SLEEP_NANOS : LENIENT_NANOS - (now - begin);
        return alone && steps - now > 0 ? Math.min(least, steps - now) : least;
    }

    @Override
    public WaitState waitState() {
        List<Integer> ranks = new ArrayList<>();
        for (int member = 0; member < comm.size(); member++) {
            if (lock.mayHold(member)) {
                ranks.add(comm.peer(member).rank());
            }
        }
        String who =
                ranks.isEmpty() ? "the ranks before it" : (ranks.size() > 1 ? "ranks " : "rank ");
        String names = ranks.toString();
        who += ranks.isEmpty() ? "" : names.substring(1, names.length() - 1);
        String text =
                who + " to release the lock of rank " + comm.peer(target).rank() + "'s window";
        return new WaitState(text, comm.label(), WaitState.Needs.ALL, ranks);
    }
}
