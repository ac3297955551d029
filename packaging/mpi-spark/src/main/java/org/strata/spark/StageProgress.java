package org.strata.spark;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;

/**
 * What a rank has done so far, in units of its program: rounds, rows. Spark's page of the stage
 * shows the sum of all ranks, and each rank's share, as accumulator "MPI progress".
 */
public final class StageProgress {
    /** Pairs with StageProgress.add: set by StageProgress.sendTo. */
    private static final AtomicReference<LongConsumer> TASK = new AtomicReference<>();

    private StageProgress() {}

    static void sendTo(LongConsumer task) {
        TASK.set(task);
    }

    /** Adds to this rank's progress. Outside of a stage, as under mpirun, it does nothing. */
    public static void add(long amount) {
        LongConsumer task = TASK.get();
        if (task != null) {
            task.accept(amount);
        }
    }
}
