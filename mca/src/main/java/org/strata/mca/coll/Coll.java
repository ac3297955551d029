package org.strata.mca.coll;

import org.strata.mca.pml.CommContext;
import org.strata.opal.datatype.Buf;

/**
 * Collectives. Called inside the progress bracket with checked arguments; all members call the same
 * operations in the same order, blocking and recorded ones alike. Results are {@code Rc} codes.
 * Displacements count elements (extents) of the buffer's layout. A null send buffer means "in
 * place" where MPI has that.
 */
public interface Coll {
    /** MPI_Barrier. */
    int barrier(CommContext comm);

    /** MPI_Bcast. */
    int bcast(Buf buffer, int root, CommContext comm);

    /** MPI_Reduce; {@code receive} is used at the root only; null {@code send}: in place there. */
    int reduce(Buf send, Buf receive, ReduceOp op, int root, CommContext comm);

    /** MPI_Allreduce; {@code receive} has the count. */
    int allreduce(Buf send, Buf receive, ReduceOp op, CommContext comm);

    /** MPI_Gather; {@code receive.count()} is per member, used at the root only. */
    int gather(Buf send, Buf receive, int root, CommContext comm);

    /** MPI_Gatherv; {@code receive.count()} is ignored. */
    int gatherv(
            Buf send, Buf receive, int[] counts, int[] displacements, int root, CommContext comm);

    /**
     * MPI_Scatter; {@code send.count()} is per member; null {@code receive}: in place at the root.
     */
    int scatter(Buf send, Buf receive, int root, CommContext comm);

    /** MPI_Scatterv; null {@code receive}: in place at the root. */
    int scatterv(
            Buf send, int[] counts, int[] displacements, Buf receive, int root, CommContext comm);

    /** MPI_Allgather; {@code receive.count()} is per member. */
    int allgather(Buf send, Buf receive, CommContext comm);

    /** MPI_Allgatherv. */
    int allgatherv(Buf send, Buf receive, int[] counts, int[] displacements, CommContext comm);

    /** MPI_Alltoall; counts are per member. */
    int alltoall(Buf send, Buf receive, CommContext comm);

    /** MPI_Alltoallv. */
    int alltoallv(
            Buf send,
            int[] sendCounts,
            int[] sendDisplacements,
            Buf receive,
            int[] receiveCounts,
            int[] receiveDisplacements,
            CommContext comm);

    /** MPI_Reduce_scatter. In place when {@code send} is null: input is the receive buffer. */
    int reduceScatter(Buf send, Buf receive, int[] counts, ReduceOp op, CommContext comm);

    /** MPI_Reduce_scatter_block; {@code receive.count()} is the block. */
    int reduceScatterBlock(Buf send, Buf receive, ReduceOp op, CommContext comm);

    /** MPI_Scan. */
    int scan(Buf send, Buf receive, ReduceOp op, CommContext comm);

    /** MPI_Exscan; rank 0's receive buffer stays untouched. */
    int exscan(Buf send, Buf receive, ReduceOp op, CommContext comm);

    /** MPI_Alltoallw and the neighbourhood collectives. */
    int pairwise(PairwiseMessages messages, CommContext comm);

    /**
     * Records a collective, which progress executes after {@link CollRequest#start}. All members
     * record the same operations in the same order.
     *
     * @param call makes one call of a method above on this communicator; it is called once, before
     *     this method returns, and stays referenced, with the buffers, until the operation is over
     * @param repeatable whether the request can be started again after its completion
     * @return a request that is not started; the caller owns it
     */
    CollRequest record(CollCall call, boolean repeatable, CommContext comm);

    /**
     * Returns the collectives of inter-communicators (MPI 3.1 §5.2.3), where counts and roots are
     * those of MPI's calls: a root is a rank of the other group, {@link #ROOT} or {@link
     * #PROC_NULL}, and nothing is in place. The lowest component makes them.
     *
     * @param local the collectives of all components together, for the own group's part
     * @return null when there are none
     */
    default Coll inter(Coll local) {
        return null;
    }

    /** The root of a rooted collective on an inter-communicator, at the root itself. */
    int ROOT = -4;

    /**
     * The root of a rooted collective on an inter-communicator, at the other members of its group.
     */
    int PROC_NULL = -2;

    /**
     * Releases what the collectives hold for a communicator, on which no operation is under way any
     * more; then does the same in the component below. Local: other members may still be inside
     * their last collective.
     */
    default void removeComm(CommContext comm) {}

    /** Releases everything, then does the same in the component below; after the last operation. */
    default void close() {}
}
