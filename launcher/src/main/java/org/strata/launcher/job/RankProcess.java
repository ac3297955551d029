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
    private final Process process;
    private final RemoteProcess remote;
    private Life life = Life.STARTED;
    private int status = RUNNING;

    private final int first;
    private final int node;

    private RankProcess(int rank, int first, int node, Process process, RemoteProcess remote) {
        this.rank = rank;
        this.first = first;
        this.node = node;
        this.process = process;
        this.remote = remote;
    }

    /**
     * Makes a rank of this host.
     *
     * @param rank its number in the job
     * @param first number of the first process of its world
     */
    static RankProcess here(int rank, int first, Process process) {
        return new RankProcess(rank, first, 0, process, null);
    }

    /**
     * Makes a rank of another host.
     *
     * @param rank its number in the job
     * @param first number of the first process of its world
     */
    static RankProcess on(int node, int rank, int first, RemoteProcess remote) {
        return new RankProcess(rank, first, node, null, remote);
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

    /** Returns where it runs; 0 is this host. */
    int node() {
        return node;
    }

    /** Returns the process on this host; null for a rank of another, whose daemon has it. */
    Process process() {
        return process;
    }

    /** Returns its standard input. */
    OutputStream input() {
        return remote == null ? process.getOutputStream() : remote.input();
    }

    /** Returns the number on its host; 0 before it has one. */
    long pid() {
        return remote == null ? process.pid() : remote.pid();
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
