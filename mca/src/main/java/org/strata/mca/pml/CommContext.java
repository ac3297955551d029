package org.strata.mca.pml;

import org.strata.mca.proc.Proc;

/**
 * A communicator as the PML and the collectives see it. Point-to-point traffic uses tags from 0,
 * collectives negative ones, in the same context; {@code ANY_TAG} matches tags from 0 only.
 */
public final class CommContext {
    private final int id;
    private final int rank;
    private final Proc[] peers;
    private final int worldRank;

    private int operations;

    /** Runs when no operation is under way any more; or null. */
    private Runnable afterLast;

    /** The PML's own state of this communicator. */
    public Object pmlData;

    /** The collectives' own state of this communicator. */
    public Object collData;

    /**
     * @param id context id, equal in all members; 0 to 65535
     * @param rank this process's rank in the communicator
     * @param peers the (remote) group by rank; owned by this object from now on
     * @param worldRank this process's rank in MPI_COMM_WORLD
     */
    public CommContext(int id, int rank, Proc[] peers, int worldRank) {
        this.id = id;
        this.rank = rank;
        this.peers = peers;
        this.worldRank = worldRank;
    }

    /** Returns the context id that all members agreed on. */
    public int id() {
        return id;
    }

    /** Returns this process's rank in the communicator. */
    public int rank() {
        return rank;
    }

    /** Returns the number of peers: the size of the (remote) group. */
    public int size() {
        return peers.length;
    }

    /** Returns the process with a rank of the (remote) group. */
    public Proc peer(int peerRank) {
        return peers[peerRank];
    }

    /** Returns this process's rank in MPI_COMM_WORLD. */
    public int worldRank() {
        return worldRank;
    }

    /** Counts an operation that begins; inside the bracket. */
    void operationBegins() {
        operations++;
    }

    /** Counts an operation that has ended; inside the bracket. */
    void operationEnds() {
        if (--operations == 0 && afterLast != null) {
            Runnable action = afterLast;
            afterLast = null;
            action.run();
        }
    }

    /** Returns the number of operations under way on this communicator; inside the bracket. */
    public int operations() {
        return operations;
    }

    /**
     * Runs an action when no operation is under way on this communicator: now, or when the last one
     * ends. Inside the bracket; called once, after the last operation has begun.
     */
    public void whenIdle(Runnable action) {
        if (operations == 0) {
            action.run();
        } else {
            afterLast = action;
        }
    }
}
