package org.strata.mca.ess;

import org.strata.mca.base.Output;
import org.strata.mca.proc.Proc;

import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * A process's view of its job. The processes of a job are numbered through: those that the launcher
 * started by itself have their rank in MPI_COMM_WORLD, each world that was spawned later (MPI 3.1
 * §10.3) has the numbers that follow. The selected component makes it at {@code MPI.Init}; {@code
 * MPI.Finalize} closes it. Thread-safe.
 */
public interface ProcessEnvironment extends AutoCloseable {
    /**
     * Returns the job's name, unique on the node for as long as the job runs; fit for file names.
     */
    String jobId();

    /**
     * Returns the name of the federation: of the jobs whose processes can connect to those of this
     * one (MPI 3.1 §10.4). They have one secret, and different numbers. A job alone has its own
     * name.
     */
    default String federationId() {
        return jobId();
    }

    /** Returns this process's number: in the job, or in the federation. */
    int rank();

    /** Returns this process's number in the job, which messages to the user name. */
    default int rankInJob() {
        return Proc.inJob(rank());
    }

    /**
     * Sets who is notified when a process of another job of the federation is gone. Called on a
     * thread of the environment's own, for processes that this one has heard of.
     *
     * @param listener gets the process and the reason
     * @return false when there are no other jobs: the listener is never called
     */
    default boolean onLoss(BiConsumer<Proc, String> listener) {
        return false;
    }

    /** Returns the number of the first process of this process's MPI_COMM_WORLD. */
    default int firstRank() {
        return 0;
    }

    /** Returns the number of processes in MPI_COMM_WORLD. */
    int size();

    /** Returns the processes of MPI_COMM_WORLD by rank; this one included. */
    List<Proc> procs();

    /** Returns a process by its number, or null when this process has not heard of it. */
    default Proc known(int number) {
        return number >= 0 && number < procs().size() ? procs().get(number) : null;
    }

    /**
     * Returns a process by its number, or null when there is none; asks the launcher about one of a
     * world that was spawned later.
     */
    default Proc proc(int number) {
        return known(number);
    }

    /** Returns whether a process of the job is known to have called MPI.Finalize. */
    default boolean hasFinalized(int number) {
        return false;
    }

    /** Returns whether processes can be added to the job. */
    default boolean grows() {
        return false;
    }

    /**
     * Returns whether this process may have to be reached from other hosts: by processes of its
     * job, or by those that are added to it or connect to it later.
     */
    default boolean meetsOtherHosts() {
        return localSize() < size();
    }

    /** Returns the number of the process that spawned this process's world, or -1. */
    default int spawnedBy() {
        return -1;
    }

    /** Has the launcher start processes; returns when it has, or could not. */
    default Spawn.Outcome spawn(Spawn spawn) {
        return Spawn.Outcome.refused(
                "this process was not started by Strata's mpirun, which starts the others");
    }

    /**
     * Publishes a port under the name of a service, with the launcher (MPI 3.1 §10.4.4).
     *
     * @return false when the name is in use
     */
    default boolean publish(String service, String port) {
        return false;
    }

    /** Returns the port that is published under a name, or null. */
    default String lookUp(String service) {
        return null;
    }

    /** Withdraws a port; returns false when it is not published under that name. */
    default boolean unpublish(String service, String port) {
        return false;
    }

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

    /**
     * Shows a message once for all ranks that have the same, or, without a launcher that does it,
     * as this rank's own.
     *
     * @param text the message, boxed or not; they are the same if their first lines are
     * @param output where this rank's own messages go
     */
    default void showOnce(String text, Output output) {
        if (!showOnce(text)) {
            output.warn(text);
        }
    }

    /**
     * Notifies the launcher that this rank waits, or polls, and cannot go on unless others do, for
     * a reason that a program does not see. The launcher shows it when it finds that every rank
     * waits.
     *
     * @param text the reason, in lines
     * @param nanos for how long nothing has changed here
     * @return whether the launcher looks; if not, the caller may show the text
     */
    default boolean suspectStandstill(String text, long nanos) {
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

    /**
     * Ends this process at once, and says nothing: for one that has not the memory for {@link
     * #abort}, whose end is for its launcher to report.
     *
     * @param code exit code of this process
     */
    default void halt(int code) {
        abort(code, "");
    }

    /**
     * Returns where this rank leaves its numbers for the report of the job, or null where an mpirun
     * reads them from the rank's file.
     */
    default NumbersDesk numbers() {
        return null;
    }

    /** Leaves the job's control plane; a second call does nothing. */
    @Override
    void close();
}
