package org.strata.mca.ess;

import org.strata.opal.progress.Completion.WaitState;

import java.util.List;

/**
 * What a rank does, in its own words.
 *
 * @param state what it does if no thread of it waits: "computes"; else empty
 * @param threads whether several of its threads may be in MPI at a time (MPI_THREAD_MULTIPLE)
 * @param waits its threads that wait in MPI
 */
public record RankReport(String state, boolean threads, List<Wait> waits) {
    /**
     * A thread that waits in MPI.
     *
     * @param thread the thread's name
     * @param number number of the wait: two reports with the same number enclose no progress
     * @param call the call of MPI that it is in, and the communicator
     * @param caller where the program calls it; empty if that is unknown
     * @param state what it waits for
     */
    public record Wait(String thread, long number, String call, String caller, WaitState state) {}
}
