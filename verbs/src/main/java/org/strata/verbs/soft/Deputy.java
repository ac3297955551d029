package org.strata.verbs.soft;

import org.strata.opal.sys.OwnThreads;
import org.strata.opal.sys.Threads;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * In mode inline, the thread that executes requests which wait, for a receive of the peer say, when
 * no thread of the process has polled for a while: an adapter goes on while the program is outside
 * MPI. It is made when a request waits for the first time, sleeps while none does, and looks seldom
 * while others poll.
 */
final class Deputy implements Runnable {
    private static final long LEAST_PAUSE = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long MOST_PAUSE = TimeUnit.MILLISECONDS.toNanos(8);

    private final String name;
    private final PendingPairs pending;
    private final Runnable work;

    /**
     * Whether it sleeps until it is called. Pairs with Deputy.call: stored before PendingPairs.size
     * is read, while a caller has stored that before it reads this.
     */
    private volatile boolean resting = true;

    /** Pairs with Deputy.run: stored by Deputy.stop. */
    private volatile boolean stopped;

    private Thread thread;

    /**
     * @param name of the thread
     * @param pending the pairs with such requests
     * @param work runs those that are due
     */
    Deputy(String name, PendingPairs pending, Runnable work) {
        this.name = name;
        this.pending = pending;
        this.work = work;
    }

    /** A pair has been added to those that wait. Tier 1 while the thread is awake. */
    void call() {
        if (resting) {
            wake();
        }
    }

    private synchronized void wake() {
        if (stopped) {
            return;
        }
        if (thread != null) {
            LockSupport.unpark(thread);
            return;
        }
        resting = false;
        try {
            thread = OwnThreads.daemon(name).start(this);
        } catch (OutOfMemoryError e) {
            // The system has no more threads: requests wait for polls, and nobody calls again.
            stopped = true;
        }
    }

    @Override
    public void run() {
        long pause = LEAST_PAUSE;
        while (!stopped) {
            if (pending.size() == 0) {
                rest();
                continue;
            }
            int before = pending.runs();
            LockSupport.parkNanos(this, pause);
            if (pending.runs() != before) {
                pause = Math.min(2 * pause, MOST_PAUSE);
            } else if (pending.size() != 0 && !stopped) {
                work.run();
                pause = LEAST_PAUSE;
            }
        }
    }

    private void rest() {
        resting = true;
        if (pending.size() == 0 && !stopped) {
            LockSupport.park(this);
        }
        resting = false;
    }

    void stop() {
        Thread last;
        synchronized (this) {
            stopped = true;
            last = thread;
        }
        if (last != null) {
            LockSupport.unpark(last);
            Threads.join(last);
        }
    }
}
