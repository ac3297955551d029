package org.strata.osc.rdma;

import org.strata.mca.pml.CommContext;
import org.strata.opal.progress.Completion;
import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.progress.Progressable;

import java.util.List;

/** Lets time pass between two looks at a lock; the process sleeps where the idle policy says so. */
final class LockPause implements Completion, Progressable {
    private final ProgressEngine engine;
    private final CommContext comm;
    private int member;
    private long end;

    LockPause(ProgressEngine engine, CommContext comm) {
        this.engine = engine;
        this.comm = comm;
    }

    /** Waits so long, unless the member that has the lock is lost meanwhile. */
    void await(int holder, long nanos) {
        member = holder;
        end = System.nanoTime() + nanos;
        engine.register(this);
        try {
            engine.waitFor(this);
        } finally {
            engine.unregister(this);
        }
    }

    private long left() {
        return end - System.nanoTime();
    }

    @Override
    public boolean isDone() {
        return left() <= 0 || comm.peer(member).isLost();
    }

    @Override
    public int progress() {
        if (engine.fallingAsleep()) {
            engine.sleepAtMost(Math.max(1, left()));
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
        String text = "rank " + rank + " to release the lock of a window";
        return new WaitState(text, comm.label(), WaitState.Needs.ALL, List.of(rank));
    }
}
