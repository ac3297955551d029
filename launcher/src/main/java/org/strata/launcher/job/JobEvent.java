package org.strata.launcher.job;

import org.strata.launcher.host.SignalName;
import org.strata.launcher.job.RankProcess.Life;
import org.strata.mca.ess.Spawn;

import java.util.List;
import java.util.function.Consumer;

/** Something that the job's thread reacts to; made by other threads. */
@FunctionalInterface
interface JobEvent {
    /** Applies the event to the job; runs on the job's thread. */
    void apply(Job job);

    /** A rank has come further in MPI. */
    static JobEvent progress(int rank, Life life) {
        return job -> job.progressed(rank, life);
    }

    /** A rank asks for the end of the job. */
    static JobEvent abort(int rank, int code, String message, String details) {
        return job -> job.abortRequested(rank, code, message, details);
    }

    /** A rank has a message for the user, which other ranks may have, too. */
    static JobEvent notice(int rank, String text) {
        return job -> job.noticed(rank, text);
    }

    /** A rank does not go on, and cannot unless others do. */
    static JobEvent standstill(int rank, String text, long nanos) {
        return job -> job.standsStill(rank, text, nanos);
    }

    /** It has been found that a rank does not go on; empty lines if it may. */
    static JobEvent standstillFound(List<String> lines) {
        return job -> job.foundStandstill(lines);
    }

    /** A rank asks for more processes. */
    static JobEvent spawn(int rank, Spawn spawn, Consumer<Spawn.Outcome> answer) {
        return job -> job.spawnRequested(rank, spawn, answer);
    }

    /**
     * The daemons of other hosts can start what a rank asks for.
     *
     * @param start starts it
     */
    static JobEvent spawnChecked(Runnable start, Consumer<Spawn.Outcome> answer) {
        return job -> job.spawnChecked(start, answer);
    }

    /** A rank's process has ended, with its exit value as Java gives it. */
    static JobEvent exit(int rank, int value) {
        return job -> job.exited(rank, value);
    }

    /** One of a rank's output streams has ended and is delivered. */
    static JobEvent streamEnd() {
        return Job::streamEnded;
    }

    /** mpirun has received a signal. */
    static JobEvent signal(SignalName signal) {
        return job -> job.signalled(signal);
    }
}
