package org.strata.mca.proc;

import org.strata.mca.bml.BmlEndpoint;

/**
 * One process of the job, as one rank sees it. There is exactly one Proc per peer and rank, so
 * identity comparison is right. Everything but the two cached fields is immutable.
 */
public final class Proc {
    private final int rank;
    private final String host;
    private final int localRank;
    private final boolean local;
    private BmlEndpoint endpoint;
    private volatile String failure;

    /**
     * @param rank the process's rank in MPI_COMM_WORLD
     * @param host name of the node it runs on, for messages and locality
     * @param localRank its index among the job's processes on that node, from 0
     * @param local whether it shares the node with the observing rank
     */
    public Proc(int rank, String host, int localRank, boolean local) {
        this.rank = rank;
        this.host = host;
        this.localRank = localRank;
        this.local = local;
    }

    /** Returns the rank in MPI_COMM_WORLD. */
    public int rank() {
        return rank;
    }

    /** Returns the name of the node the process runs on. */
    public String host() {
        return host;
    }

    /** Returns the index among the job's processes on its node, from 0. */
    public int localRank() {
        return localRank;
    }

    /** Returns whether the process shares the node with the observing rank (itself included). */
    public boolean local() {
        return local;
    }

    /** Returns what the BML attached, or null before the first contact. */
    public BmlEndpoint endpoint() {
        return endpoint;
    }

    /** Attaches the BML's endpoint; only the BML calls this. */
    public void setEndpoint(BmlEndpoint endpoint) {
        this.endpoint = endpoint;
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
    }

    /**
     * Returns whether nothing can come from the process any more: it is considered dead, or was
     * contacted, and no link leads to it.
     */
    public boolean isLost() {
        BmlEndpoint links = endpoint;
        return failure != null || (links != null && !links.reachable());
    }

    @Override
    public String toString() {
        return "rank " + rank + " on " + host;
    }
}
