package org.strata.launcher.job;

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
    private Life life = Life.STARTED;
    private int status = RUNNING;

    RankProcess(int rank, Process process) {
        this.rank = rank;
        this.process = process;
    }

    int rank() {
        return rank;
    }

    Process process() {
        return process;
    }

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
        return life == Life.JOINED || life == Life.INITIALIZED;
    }
}
