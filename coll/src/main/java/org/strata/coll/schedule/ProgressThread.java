package org.strata.coll.schedule;

import org.strata.opal.progress.Completion;
import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.sys.OwnThreads;
import org.strata.opal.sys.Threads;

import java.util.concurrent.locks.LockSupport;

/**
 * A thread that makes progress while schedules are under way and the application is outside MPI
 * ({@code coll_tuned_async_progress}). Without a schedule it is parked. With one it waits, as a
 * thread of the application would, for the end of all schedules.
 */
final class ProgressThread {
    private final ProgressEngine engine;
    private final Completion noneUnderWay;
    private final Thread thread;
    private boolean started;

    /** Pairs with ProgressThread.run: stored by wake before it unparks. */
    private volatile boolean needed;

    /** Pairs with ProgressThread.run: stored by close before it unparks. */
    private volatile boolean closing;

    /**
     * @param noneUnderWay whether no schedule is under way; asked inside the bracket
     */
    ProgressThread(ProgressEngine engine, Completion noneUnderWay) {
        this.engine = engine;
        this.noneUnderWay = noneUnderWay;
        engine.addProgressThread();
        thread = OwnThreads.daemon("strata-coll-progress").unstarted(this::run);
    }

    /** Lets the thread work: a schedule is under way. Inside the bracket. */
    void wake() {
        needed = true;
        if (started) {
            LockSupport.unpark(thread);
        } else {
            started = true;
            thread.start();
        }
    }

    private void run() {
        while (!closing) {
            if (!needed) {
                LockSupport.park(this);
                continue;
            }
            needed = false;
            engine.enter();
            try {
                engine.waitFor(() -> closing || noneUnderWay.isDone());
            } finally {
                engine.exit();
            }
        }
    }

    /** Ends the thread. The caller may be inside the engine's bracket. */
    void close() {
        closing = true;
        if (started) {
            LockSupport.unpark(thread);
            engine.wake();
            engine.leaveFor(() -> Threads.join(thread));
        }
    }
}
