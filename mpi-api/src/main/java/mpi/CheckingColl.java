package mpi;

import org.strata.mca.coll.Coll;
import org.strata.mca.coll.CollCall;
import org.strata.mca.coll.CollRequest;
import org.strata.mca.coll.PairwiseMessages;
import org.strata.mca.coll.ReduceOp;
import org.strata.mca.pml.CommContext;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;

import java.util.Map;
import java.util.WeakHashMap;

/**
 * The collectives that the API has with {@code mpi_check}: before each blocking one the members of
 * the communicator compare what they call. That synchronizes, as MPI lets every collective do.
 * Non-blocking ones are counted only, and those of inter-communicators pass unchecked. Tier 3: it
 * is there for development only.
 */
final class CheckingColl implements Coll {
    private final Coll next;
    private final CollComparison comparison;
    private final CollLengths lengths;

    /** Non-blocking and persistent collectives that were made on each communicator. */
    private final Map<CommContext, Long> recorded = new WeakHashMap<>();

    CheckingColl(Coll next) {
        this.next = next;
        this.comparison = new CollComparison(next);
        this.lengths = new CollLengths(comparison);
    }

    /**
     * Waits for the other members in MPI_Finalize. If collectives are checked, members that are in
     * another call fail there, and this one has a {@link Finding}.
     */
    static void finalizing(Coll coll, CommContext comm) {
        int _ =
                coll instanceof CheckingColl checking
                        ? checking.agree(CollSignature.of("MPI_Finalize"), comm)
                        : coll.barrier(comm);
    }

    private int agree(CollSignature call, CommContext comm) {
        long before = recorded.getOrDefault(comm, 0L);
        return comparison.agree(call.behind(before).at(ProgramLine.current()), comm);
    }

    @Override
    public int barrier(CommContext comm) {
        int rc = agree(CollSignature.of("MPI_Barrier"), comm);
        return rc == Rc.OK ? next.barrier(comm) : rc;
    }

    @Override
    public int bcast(Buf buffer, int root, CommContext comm) {
        int rc = agree(CollSignature.of("MPI_Bcast").root(root).data(buffer), comm);
        return rc == Rc.OK ? next.bcast(buffer, root, comm) : rc;
    }

    @Override
    public int reduce(Buf send, Buf receive, ReduceOp op, int root, CommContext comm) {
        Buf into = comm.rank() == root ? receive : null;
        CollSignature call = CollSignature.of("MPI_Reduce").root(root).op(op).data(send, into);
        int rc = agree(call, comm);
        return rc == Rc.OK ? next.reduce(send, receive, op, root, comm) : rc;
    }

    @Override
    public int allreduce(Buf send, Buf receive, ReduceOp op, CommContext comm) {
        int rc = agree(CollSignature.of("MPI_Allreduce").op(op).data(send, receive), comm);
        return rc == Rc.OK ? next.allreduce(send, receive, op, comm) : rc;
    }

    @Override
    public int gather(Buf send, Buf receive, int root, CommContext comm) {
        Buf into = comm.rank() == root ? receive : null;
        int rc = agree(CollSignature.of("MPI_Gather").root(root).data(send, into), comm);
        return rc == Rc.OK ? next.gather(send, receive, root, comm) : rc;
    }

    @Override
    public int gatherv(
            Buf send, Buf receive, int[] counts, int[] displacements, int root, CommContext comm) {
        boolean atRoot = comm.rank() == root;
        Buf own = send == null ? receive : send;
        CollSignature call = CollSignature.of("MPI_Gatherv").root(root);
        int rc = agree(call.kind(atRoot ? receive : send).fits(own), comm);
        if (rc == Rc.OK) {
            Buf all = atRoot ? receive : null;
            rc = lengths.rooted("MPI_Gatherv", own, send != null, all, counts, root, comm);
        }
        return rc == Rc.OK ? next.gatherv(send, receive, counts, displacements, root, comm) : rc;
    }

    @Override
    public int scatter(Buf send, Buf receive, int root, CommContext comm) {
        Buf from = comm.rank() == root ? send : null;
        int rc = agree(CollSignature.of("MPI_Scatter").root(root).data(from, receive), comm);
        return rc == Rc.OK ? next.scatter(send, receive, root, comm) : rc;
    }

    @Override
    public int scatterv(
            Buf send, int[] counts, int[] displacements, Buf receive, int root, CommContext comm) {
        boolean atRoot = comm.rank() == root;
        Buf own = receive == null ? send : receive;
        CollSignature call = CollSignature.of("MPI_Scatterv").root(root);
        int rc = agree(call.kind(atRoot ? send : receive).fits(own), comm);
        if (rc == Rc.OK) {
            Buf all = atRoot ? send : null;
            rc = lengths.rooted("MPI_Scatterv", own, receive != null, all, counts, root, comm);
        }
        return rc == Rc.OK ? next.scatterv(send, counts, displacements, receive, root, comm) : rc;
    }

    @Override
    public int allgather(Buf send, Buf receive, CommContext comm) {
        int rc = agree(CollSignature.of("MPI_Allgather").data(send, receive), comm);
        return rc == Rc.OK ? next.allgather(send, receive, comm) : rc;
    }

    @Override
    public int allgatherv(
            Buf send, Buf receive, int[] counts, int[] displacements, CommContext comm) {
        CollSignature call = CollSignature.of("MPI_Allgatherv").counts(receive, counts);
        int rc = agree(send == null ? call : call.fits(send), comm);
        if (rc == Rc.OK) {
            Buf own = send == null ? receive : send;
            rc = lengths.own("MPI_Allgatherv", own, send != null, receive, counts, comm);
        }
        return rc == Rc.OK ? next.allgatherv(send, receive, counts, displacements, comm) : rc;
    }

    @Override
    public int alltoall(Buf send, Buf receive, CommContext comm) {
        int rc = agree(CollSignature.of("MPI_Alltoall").data(send, receive), comm);
        return rc == Rc.OK ? next.alltoall(send, receive, comm) : rc;
    }

    @Override
    public int alltoallv(
            Buf send,
            int[] sendCounts,
            int[] sendDisplacements,
            Buf receive,
            int[] receiveCounts,
            int[] receiveDisplacements,
            CommContext comm) {
        CollSignature call = CollSignature.of("MPI_Alltoallv").kind(receive);
        int rc = agree(send == null ? call : call.fits(send), comm);
        if (rc == Rc.OK && send != null) {
            rc = lengths.pairs("MPI_Alltoallv", send, sendCounts, receive, receiveCounts, comm);
        }
        return rc == Rc.OK
                ? next.alltoallv(
                        send,
                        sendCounts,
                        sendDisplacements,
                        receive,
                        receiveCounts,
                        receiveDisplacements,
                        comm)
                : rc;
    }

    @Override
    public int reduceScatter(Buf send, Buf receive, int[] counts, ReduceOp op, CommContext comm) {
        CollSignature call = CollSignature.of("MPI_Reduce_scatter").op(op);
        int rc = agree(call.counts(receive, counts).fits(send), comm);
        return rc == Rc.OK ? next.reduceScatter(send, receive, counts, op, comm) : rc;
    }

    @Override
    public int reduceScatterBlock(Buf send, Buf receive, ReduceOp op, CommContext comm) {
        CollSignature call = CollSignature.of("MPI_Reduce_scatter_block").op(op);
        int rc = agree(call.data(send, receive), comm);
        return rc == Rc.OK ? next.reduceScatterBlock(send, receive, op, comm) : rc;
    }

    @Override
    public int scan(Buf send, Buf receive, ReduceOp op, CommContext comm) {
        int rc = agree(CollSignature.of("MPI_Scan").op(op).data(send, receive), comm);
        return rc == Rc.OK ? next.scan(send, receive, op, comm) : rc;
    }

    @Override
    public int exscan(Buf send, Buf receive, ReduceOp op, CommContext comm) {
        int rc = agree(CollSignature.of("MPI_Exscan").op(op).data(send, receive), comm);
        return rc == Rc.OK ? next.exscan(send, receive, op, comm) : rc;
    }

    @Override
    public int pairwise(PairwiseMessages messages, CommContext comm) {
        int rc = agree(CollSignature.of("MPI_Alltoallw or MPI_Neighbor_…"), comm);
        return rc == Rc.OK ? next.pairwise(messages, comm) : rc;
    }

    @Override
    public CollRequest record(CollCall call, boolean repeatable, CommContext comm) {
        recorded.merge(comm, 1L, Long::sum);
        return next.record(call, repeatable, comm);
    }

    /** Those of inter-communicators are not checked. */
    @Override
    public Coll inter(Coll local) {
        return next.inter(next);
    }

    @Override
    public void removeComm(CommContext comm) {
        recorded.remove(comm);
        next.removeComm(comm);
    }

    @Override
    public void close() {
        next.close();
    }
}
