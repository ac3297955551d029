package org.strata.spark;

import org.apache.spark.TaskContext;

import java.util.concurrent.TimeUnit;

/**
 * Ends a rank when Spark wants its task to end, or when it has not left MPI.Init in time: the
 * task's own thread waits for frames, which no interrupt ends.
 */
final class RankGuard {
    private static final long POLL_MILLIS = 100;

    private final TaskContext task;
    private final RankProcess rank;
    private final long deadline;

    /** Pairs with RankGuard.isLate: stored by RankGuard.joined. */
    private volatile boolean joined;

    /** Pairs with RankGuard.late: stored by the guard's thread in RankGuard.isLate. */
    private volatile boolean late;

    /** Pairs with RankGuard.watch: stored by RankGuard.close. */
    private volatile boolean over;

    private RankGuard(TaskContext task, RankProcess rank, long millis) {
        this.task = task;
        this.rank = rank;
        deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    }

    /**
     * Begins to guard.
     *
     * @param millis time in which the rank must be ready to join
     */
    static RankGuard start(TaskContext task, RankProcess rank, long millis) {
        RankGuard guard = new RankGuard(task, rank, millis);
        Thread thread = new Thread(guard::watch, "mpi-guard-" + task.partitionId());
        thread.setDaemon(true);
        thread.start();
        return guard;
    }

    private synchronized void watch() {
        try {
            while (!over && !task.isInterrupted() && !isLate()) {
                wait(POLL_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!over) {
            rank.end();
        }
    }

    private boolean isLate() {
        late = !joined && System.nanoTime() - deadline > 0;
        return late;
    }

    /** The rank is a member of its job. */
    void joined() {
        joined = true;
    }

    /** Returns whether the rank has been ended because it did not join in time. */
    boolean late() {
        return late;
    }

    /** Nothing is left to guard. */
    void close() {
        over = true;
        synchronized (this) {
            notifyAll();
        }
    }
}
