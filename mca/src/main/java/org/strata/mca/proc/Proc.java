package org.strata.mca.proc;

/**
 * One process of the job, as one rank sees it. There is exactly one Proc per peer and rank, so
 * identity comparison is right. Immutable, but for whether it is lost.
 */
public final class Proc {
    /**
     * Numbers that there are for the processes of one job. Jobs that share a name server have
     * numbers of their own: each begins at a multiple of this.
     */
    public static final int JOB_SPAN = 1 << 17;

    private final int rank;
    private final int world;
    private final String host;
    private final int localRank;
    private final boolean local;

    /** Pairs with Proc.failure: stored by fail, before lost. */
    private volatile String failure;

    /**
     * Nothing can come from it any more: it is dead, or no link leads to it. Pairs with
     * Proc.isLost: guards the failure.
     */
    private volatile boolean lost;

    /**
     * Makes a process of the job's first world.
     *
     * @param rank the process's number in the job, which is its rank in MPI_COMM_WORLD
     * @param host name of the node it runs on, for messages and locality
     * @param localRank its index among its world's processes on that node, from 0
     * @param local whether it shares the node with the observing rank
     */
    public Proc(int rank, String host, int localRank, boolean local) {
        this(rank, 0, host, localRank, local);
    }

    /**
     * Makes a process of any world.
     *
     * @param rank the process's number in the job
     * @param world the number of the first process of its world
     * @param host name of the node it runs on, for messages and locality
     * @param localRank its index among its world's processes on that node, from 0
     * @param local whether it shares the node with the observing rank
     */
    public Proc(int rank, int world, String host, int localRank, boolean local) {
        this.rank = rank;
        this.world = world;
        this.host = host;
        this.localRank = localRank;
        this.local = local;
    }

    /**
     * Returns the process's number in the job: of the job's first world, the rank in
     * MPI_COMM_WORLD; each world that was spawned later has the numbers that follow.
     */
    public int rank() {
        return rank;
    }

    /** Returns the number of a process in its own job, which is what users know it by. */
    public static int inJob(int number) {
        return number & (JOB_SPAN - 1);
    }

    /**
     * Returns whether the launcher that watches one process watches the other, too: the end of one
     * ends both then.
     */
    public boolean isOfJobOf(Proc other) {
        return rank / JOB_SPAN == other.rank / JOB_SPAN;
    }

    /** Returns its number among the processes of its world, from 0. */
    public int numberInWorld() {
        return rank - world;
    }

    /** Returns the number of the first process of its world. */
    public int world() {
        return world;
    }

    /** Returns the name of the node the process runs on. */
    public String host() {
        return host;
    }

    /** Returns the index among its world's processes on its node, from 0. */
    public int localRank() {
        return localRank;
    }

    /** Returns whether the process shares the node with the observing rank (itself included). */
    public boolean local() {
        return local;
    }

    /** Returns why the process is considered dead, or null while it is alive. */
    public String failure() {
        return failure;
    }

    /** Marks the process dead; the first reason stays. */
    public void fail(String reason) {
        if (failure == null) {
            failure = reason;
        }
        lost = true;
    }

    /** Marks the process as one that no link leads to; the BML finds out at the first contact. */
    public void markUnreachable() {
        lost = true;
    }

    /**
     * Returns whether nothing can come from the process any more: it is considered dead, or was
     * contacted, and no link leads to it. Tier 1.
     */
    public boolean isLost() {
        return lost;
    }

    @Override
    public String toString() {
        return "rank " + inJob(rank) + " on " + host;
    }
}
