package mpi;

import org.strata.mca.coll.ReduceOp;
import org.strata.mca.pml.CommContext;
import org.strata.mca.proc.Proc;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;

import java.lang.ref.Reference;

/** Checks of the arguments of collectives, and their translation to what the stack takes. */
final class CollectiveBuffers {
    private CollectiveBuffers() {}

    /**
     * Returns a buffer that is read.
     *
     * @param count elements of one block, what the Buf tells
     * @param blocks blocks in the buffer
     */
    static Buf from(
            Communicator comm, String call, Object buf, int count, int blocks, Datatype type)
            throws MPIException {
        comm.checkElements(call, count, type);
        DataLayout layout = comm.readable(call, buf, (long) count * blocks, type);
        return new Buf(Buffers.base(buf), Buffers.offset(buf), count, layout);
    }

    /** Returns a buffer that is written, as {@code from} does. */
    static Buf into(
            Communicator comm, String call, Object buf, int count, int blocks, Datatype type)
            throws MPIException {
        comm.checkElements(call, count, type);
        DataLayout layout = comm.writable(call, buf, (long) count * blocks, type);
        return new Buf(Buffers.base(buf), Buffers.offset(buf), count, layout);
    }

    /** Returns a buffer that is read in blocks of their own sizes and places. */
    static Buf from(
            Communicator comm, String call, Object buf, int[] counts, int[] displs, Datatype type)
            throws MPIException {
        checkBlocks(comm, call, buf, counts, displs, type);
        return new Buf(Buffers.base(buf), Buffers.offset(buf), 0, type.layout());
    }

    /** Returns a buffer that is written in blocks of their own sizes and places. */
    static Buf into(
            Communicator comm, String call, Object buf, int[] counts, int[] displs, Datatype type)
            throws MPIException {
        checkBlocks(comm, call, buf, counts, displs, type);
        comm.writable(call, buf, 0, type);
        return new Buf(Buffers.base(buf), Buffers.offset(buf), 0, type.layout());
    }

    private static void checkBlocks(
            Communicator comm, String call, Object buf, int[] counts, int[] displs, Datatype type)
            throws MPIException {
        int size = comm.context().size();
        requireOnePerRank(comm, call, "counts", counts, MPI.ERR_COUNT);
        requireOnePerRank(comm, call, "displacements", displs, MPI.ERR_ARG);
        for (int rank = 0; rank < size; rank++) {
            comm.checkElements(call, counts[rank], type);
            if (!Buffers.holds(buf, type.layout(), displs[rank], counts[rank])) {
                String block = counts[rank] + " × " + type + " at displacement " + displs[rank];
                String detail = Buffers.describe(buf) + ", too few for " + block + " of rank ";
                throw Errors.raise(comm, MPI.ERR_BUFFER, call, detail + rank);
            }
        }
    }

    private static void requireOnePerRank(
            Communicator comm, String call, String what, int[] values, int errorClass)
            throws MPIException {
        int size = comm.context().size();
        if (values == null || values.length < size) {
            String given = values == null ? "no" : values.length + "";
            String detail = given + " " + what + " for " + size + " ranks";
            throw Errors.raise(comm, errorClass, call, detail);
        }
    }

    /** Returns the sum of the counts of all ranks. */
    static int sum(Communicator comm, String call, int[] counts) throws MPIException {
        requireOnePerRank(comm, call, "counts", counts, MPI.ERR_COUNT);
        long sum = 0;
        for (int rank = 0; rank < comm.context().size(); rank++) {
            if (counts[rank] < 0) {
                String detail = "count " + counts[rank] + " of rank " + rank + " is negative";
                throw Errors.raise(comm, MPI.ERR_COUNT, call, detail);
            }
            sum += counts[rank];
        }
        if (sum > Integer.MAX_VALUE) {
            throw Errors.raise(comm, MPI.ERR_COUNT, call, "the counts add up to " + sum);
        }
        return (int) sum;
    }

    /** Returns the reduction of a datatype's elements by an operation. */
    static ReduceOp operation(Communicator comm, String call, Op op, Datatype type)
            throws MPIException {
        if (op == null || op.isNull()) {
            throw Errors.raise(comm, MPI.ERR_OP, call, "the operation is null");
        }
        ReduceOp operation = op.on(type);
        if (operation == null) {
            String detail = op + " is not defined on " + type;
            throw Errors.raise(comm, MPI.ERR_OP, call, detail);
        }
        return operation;
    }

    /** Raises the error of a return code; the buffers were alive until here. */
    static void finish(Communicator comm, String call, int rc, Object sendbuf, Object recvbuf)
            throws MPIException {
        keep(sendbuf, recvbuf);
        if (rc != Rc.OK) {
            throw Errors.fail(comm, rc, call, MPI.ANY_SOURCE, failedPeer(comm.context()));
        }
    }

    /** Keeps buffers alive until here. */
    static void keep(Object sendbuf, Object recvbuf) {
        Reference.reachabilityFence(sendbuf);
        Reference.reachabilityFence(recvbuf);
    }

    /** Says which process of a communicator is lost, and why; null when none is known. */
    static String failedPeer(CommContext context) {
        for (int rank = 0; rank < context.size(); rank++) {
            Proc peer = context.peer(rank);
            if (peer.isLost()) {
                int rc = peer.failure() == null ? Rc.UNREACHABLE : Rc.PEER_FAILED;
                return MPI.running().pml.explain(rank, context, rc);
            }
        }
        return null;
    }
}
