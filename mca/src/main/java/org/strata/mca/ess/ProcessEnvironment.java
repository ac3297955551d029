package org.strata.mca.ess;

import org.strata.mca.proc.Proc;

import java.util.List;
import java.util.function.Supplier;

/**
 * A process's view of its job. The selected component makes it at {@code MPI.Init}; {@code
 * MPI.Finalize} closes it. Thread-safe.
 */
public interface ProcessEnvironment extends AutoCloseable {
    /**
     * Returns the job's name, unique on the node for as long as the job runs; fit for file names.
     */
    String jobId();

    /** Returns this process's rank in MPI_COMM_WORLD. */
    int rank();

    /** Returns the number of processes in MPI_COMM_WORLD. */
    int size();

    /** Returns all processes by rank; this one included. */
    List<Proc> procs();

    /** Returns the number of the job's processes on this node. */
    int localSize();

    /** Returns the attribute MPI_UNIVERSE_SIZE: the number of slots of the job. */
    int universeSize();

    /** Returns the attribute MPI_APPNUM: the index of this process's application context. */
    int appNum();

    /** Returns the job's secret, which every connection inside the job must present; 16+ bytes. */
    byte[] secret();

    /**
     * Sets who describes what this rank does, when the launcher asks. A launcher that does not ask
     * needs no such source.
     *
     * @param source makes a report, on a thread of the environment's own; may take a second
     */
    default void setReportSource(Supplier<RankReport> source) {}

    /**
     * Has the launcher show a message once for all ranks that have the same.
     *
     * @param text the message, boxed or not
     * @return whether the launcher shows it; if not, the caller does
     */
    default boolean showOnce(String text) {
        return false;
    }

    /** Reports that MPI.Init has finished: the launcher no longer waits for this rank to start. */
    void reportInitialized();

    /**
     * Reports that MPI.Finalize has finished: the process may exit from now on. Returns when the
     * launcher has received the report.
     */
    void reportFinalized();

    /**
     * Ends the whole job with an exit code (MPI_Abort); does not return.
     *
     * @param code exit code of the job, its low 8 bits
     * @param message for the user, already formatted; null for none
     */
    void abort(int code, String message);

    /**
     * Ends the whole job as {@link #abort(int, String)} does, because of an error that other ranks
     * may have, too. A launcher shows errors of several ranks that say the same once.
     *
     * @param code exit code of the job, its low 8 bits
     * @param message one sentence, which begins with "Rank N"
     * @param details the lines of the error, each with a line end; the rank's own names, such as
     *     its process id, are in brackets
     */
    default void abort(int code, String message, String details) {
        System.err.print(details);
        System.err.flush();
        abort(code, message);
    }

    /** Leaves the job's control plane; a second call does nothing. */
    @Override
    void close();
}
