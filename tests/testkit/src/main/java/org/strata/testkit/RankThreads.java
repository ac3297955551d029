package org.strata.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/** Gives each rank of a job a thread of its own, and turns a hang into a failure with a dump. */
public final class RankThreads {
    private static final int HANG_SECONDS = 120;

    private RankThreads() {}

    /** What one rank does. */
    @FunctionalInterface
    public interface Body {
        /** Runs on the rank's thread. */
        void run(FakeRank rank) throws Exception;
    }

    /** Runs the body for every rank at the same time; raises the first failure of any. */
    public static void run(FakeJob job, Body body) {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        for (FakeRank rank : job.ranks()) {
            Runnable guarded =
                    () -> {
                        try {
                            body.run(rank);
                        } catch (Throwable t) {
                            failure.compareAndSet(null, t);
                        }
                    };
            threads.add(Thread.ofPlatform().daemon().name("rank-" + rank.rank()).start(guarded));
        }
        join(job, threads, failure);
    }

    private static void join(
            FakeJob job, List<Thread> threads, AtomicReference<Throwable> failure) {
        Deadline deadline = new Deadline(HANG_SECONDS);
        for (Thread thread : threads) {
            awaitEnd(thread, deadline, failure);
        }
        List<Thread> alive = threads.stream().filter(Thread::isAlive).toList();
        String dump = dump(alive) + job.describe();
        if (!alive.isEmpty()) {
            job.abandon();
            alive.forEach(Thread::interrupt);
        }
        if (failure.get() != null) {
            throw new AssertionError("a rank failed: " + failure.get() + dump, failure.get());
        }
        if (!alive.isEmpty()) {
            throw new AssertionError("hang: ranks did not end" + dump);
        }
    }

    /** Waits for the thread, but not after another rank failed: its partners will never end. */
    private static void awaitEnd(
            Thread thread, Deadline deadline, AtomicReference<Throwable> failure) {
        try {
            while (thread.isAlive() && !deadline.passed()) {
                if (failure.get() != null) {
                    thread.join(1000);
                    return;
                }
                thread.join(50);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String dump(List<Thread> threads) {
        StringBuilder text = new StringBuilder();
        for (Map.Entry<Thread, StackTraceElement[]> entry : Thread.getAllStackTraces().entrySet()) {
            if (threads.contains(entry.getKey())) {
                text.append('\n').append(entry.getKey().getName());
                for (StackTraceElement frame : entry.getValue()) {
                    text.append("\n    at ").append(frame);
                }
            }
        }
        return text.toString();
    }
}
