package org.strata.osc.shm;

import org.strata.mca.pml.CommContext;
import org.strata.opal.progress.Completion;
import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.progress.Progressable;

import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * A condition in shared memory that another member fulfils; the wait ends, too, when the member is
 * lost. The member rings; where it cannot, this process sleeps for short times only.
 */
final class MemberWait implements Completion, Progressable {
    /** Longest sleep where nobody rings: between two looks at the memory. */
    private static final long BLIND_SLEEP_NANOS = 50_000;

    private final ProgressEngine engine;
    private final CommContext comm;
    private final WindowBells bells;
    private final int member;
    private final String what;
    private final BooleanSupplier condition;
    private boolean fulfilled;

    /**
     * @param what "to release the lock of a window"
     * @param condition may have an effect when it holds: it is not asked again then
     */
    MemberWait(
            ProgressEngine engine,
            CommContext comm,
            WindowBells bells,
            int member,
            String what,
            BooleanSupplier condition) {
        this.engine = engine;
        this.comm = comm;
        this.bells = bells;
        this.member = member;
        this.what = what;
        this.condition = condition;
    }

    /** Waits; returns whether the condition holds. */
    boolean await() {
        engine.register(this);
        try {
            engine.waitFor(this);
            return fulfilled;
        } finally {
            engine.unregister(this);
        }
    }

    @Override
    public boolean isDone() {
        fulfilled = fulfilled || condition.getAsBoolean();
        return fulfilled || comm.peer(member).isLost();
    }

    @Override
    public int progress() {
        if (engine.fallingAsleep() && !bells.canRing()) {
            engine.sleepAtMost(BLIND_SLEEP_NANOS);
        }
        return 0;
    }

    @Override
    public int awaited() {
        return comm.peer(member).rank();
    }

    @Override
    public WaitState waitState() {
        int rank = comm.peer(member).rank();
        String text = "rank " + rank + " " + what;
        return new WaitState(text, comm.label(), WaitState.Needs.ALL, List.of(rank));
    }
}
