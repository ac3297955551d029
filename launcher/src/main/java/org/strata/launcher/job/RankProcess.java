package org.strata.launcher.job;

import java.io.OutputStream;

/** One rank as mpirun sees it. Belongs to the job's thread. */
final class RankProcess {
    /** How far a rank has come in MPI. */
    enum Life {
        /** Started; may never use MPI. */
        STARTED,
        /** Connected to the control server: inside MPI.Init. */
        JOINED,
        /** MPI.Init is done. */
        INITIALIZED,
        /** MPI.Finalize is done: it may leave. */
        FINALIZED
    }

    private static final int RUNNING = -1;

    private final int rank;
    private final int first;
    private final JobHost host;
    private final HostProcess process;
    private Life life = Life.STARTED;
    private int status = RUNNING;

    /**
     * @param rank its number in the job
     * @param first number of the first process of its world
     * @param host where it runs
     */
    RankProcess(int rank, int first, JobHost host, HostProcess process) {
        this.rank = rank;
        this.first = first;
        this.host = host;
        this.process = process;
    }

    int rank() {
        return rank;
    }

    /** Returns whether a rank has spawned it: this one waits for its MPI.Init. */
    boolean spawned() {
        return first > 0;
    }

    /** Returns the number of the first process of its world. */
    int first() {
        return first;
    }

    /** Returns the number, and what it means where it is not the rank in MPI_COMM_WORLD. */
    String description() {
        return spawned() ? rank + " (rank " + (rank - first) + " of a spawned world)" : "" + rank;
    }

    /** Returns where it runs. */
    JobHost host() {
        return host;
    }

    /** Returns what mpirun writes for its standard input; null if that is not mpirun's to write. */
    OutputStream input() {
        return process.input();
    }

    /** Returns the number on its host; 0 before it has one. */
    long pid() {
        return process.pid();
    }

    Life life() {
        return life;
    }

    /** Notes progress; a rank never goes back. */
    void reached(Life next) {
        if (next.compareTo(life) > 0) {
            life = next;
        }
    }

    boolean running() {
        return status == RUNNING;
    }

    void exited(int exitValue) {
        status = exitValue;
    }

    int status() {
        return status;
    }

    /** Returns whether it left in the middle of MPI. */
    boolean leftEarly() {
        boolean awaited = spawned() && life == Life.STARTED;
        return awaited || life == Life.JOINED || life == Life.INITIALIZED;
    }
}
