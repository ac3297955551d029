package org.strata.launcher.job;

import org.strata.launcher.host.SignalName;
import org.strata.launcher.map.Plan.PlannedRank;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntConsumer;

/**
 * A host of a job: mpirun's own, which is node 0, or one with a daemon. Belongs to the job's
 * thread.
 */
interface JobHost {
    /** Returns its number; 0 is mpirun's own. */
    int number();

    /** The ranks of a world, as one host starts them. */
    interface Starting {
        /**
         * Starts the next rank of this host, or expects it of the daemon.
         *
         * @param streams gets the number of streams that it writes to, also if it fails then
         * @throws IOException when it cannot be started
         */
        RankProcess start(PlannedRank rank, IntConsumer streams) throws IOException;
    }

    /**
     * Prepares to start the ranks that a world has here.
     *
     * @param first number of the world's first process
     */
    Starting begin(World world, int first) throws IOException;

    /**
     * Sends a signal.
     *
     * @param all whether to everything that its ranks have started, or to the ranks alone
     */
    void signal(SignalName signal, boolean all);

    /** Asks every process to end. */
    default void end() {
        signal(SignalName.CONT, true);
        signal(SignalName.TERM, true);
    }

    /**
     * Returns whether the processes that were asked to end have done so, as far as this is seen.
     */
    default boolean ended() {
        return true;
    }

    /** Kills every process, also those that have been started since {@link #end}. */
    default void kill() {
        signal(SignalName.KILL, true);
    }

    /** Kills what has outlived its rank. */
    void sweep();

    /** Takes note of the end of one of its ranks. */
    void exited(RankProcess rank);

    /** Returns the Java threads of one of its ranks; none where it does not answer. */
    CompletableFuture<List<String>> threads(RankProcess rank);
}
