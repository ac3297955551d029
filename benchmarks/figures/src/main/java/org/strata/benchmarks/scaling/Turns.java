package org.strata.benchmarks.scaling;

import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;

/**
 * Lets many threads run one at a time, in a ring: a thread runs until it passes its turn on. So the
 * ranks of a simulated job share state that belongs to one rank at a time.
 */
final class Turns {
    private final Thread[] threads;
    private final boolean[] ended;
    private final Runnable betweenLaps;
    private volatile int turn;
    private volatile Throwable failure;

    /**
     * @param size number of threads
     * @param betweenLaps runs when all threads had their turn
     */
    Turns(int size, Runnable betweenLaps) {
        this.threads = new Thread[size];
        this.ended = new boolean[size];
        this.betweenLaps = betweenLaps;
    }

    /** Runs a task in all threads and waits for their end; throws what the first one threw. */
    void run(IntConsumer task) {
        turn = 0;
        for (int i = 0; i < threads.length; i++) {
            int me = i;
            ended[i] = false;
            threads[i] = Thread.ofVirtual().unstarted(() -> member(me, task));
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            join(thread);
        }
        if (failure != null) {
            throw new IllegalStateException("a simulated rank failed", failure);
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    // Whatever a rank's program throws ends the whole run, and is its cause.
    @SuppressWarnings("CatchingUnchecked")
    private void member(int me, IntConsumer task) {
        try {
            await(me);
            task.accept(me);
        } catch (Throwable e) {
            failure = failure == null ? e : failure;
        } finally {
            ended[me] = true;
            handOn(me);
        }
    }

    private void await(int me) {
        while (turn != me && failure == null) {
            LockSupport.park(this);
        }
        if (failure != null) {
            throw new IllegalStateException("another rank failed");
        }
    }

    /** Ends a thread's turn; returns when its next one begins. */
    void pass(int me) {
        handOn(me);
        await(me);
    }

    private void handOn(int me) {
        if (failure != null) {
            for (Thread thread : threads) {
                LockSupport.unpark(thread);
            }
            return;
        }
        int next = me;
        do {
            next++;
            if (next == threads.length) {
                betweenLaps.run();
                next = 0;
            }
        } while (ended[next] && next != me);
        turn = next;
        LockSupport.unpark(threads[next]);
    }
}
