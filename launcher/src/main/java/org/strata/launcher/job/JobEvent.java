package org.strata.launcher.job;

import org.strata.launcher.job.RankProcess.Life;

/** What the job's thread reacts to. */
sealed interface JobEvent {
    /** A rank has come further in MPI. */
    record Progress(int rank, Life life) implements JobEvent {}

    /** A rank called MPI_Abort. */
    record AbortRequest(int rank, int code, String message) implements JobEvent {}

    /** A rank's process has ended, with its exit value as Java gives it. */
    record Exit(int rank, int value) implements JobEvent {}

    /** One of a rank's output streams has ended and is delivered. */
    record StreamEnd() implements JobEvent {}

    /** Somebody signalled mpirun. */
    record Interrupt(SignalName signal) implements JobEvent {}
}
