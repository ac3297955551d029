package mpi;

import org.strata.mca.coll.Coll;
import org.strata.mca.coll.ReduceOp;
import org.strata.mca.pml.CommContext;
import org.strata.opal.datatype.Buf;

import java.lang.ref.Reference;

/** Reductions and scans (MPI 3.1 §5.9 to §5.11). */
final class ReductionCalls {
    private ReductionCalls() {}

    /** The reduction of a call. */
    @FunctionalInterface
    private interface Step {
        /** Runs it; returns an Rc code. */
        int run(Coll coll, CommContext context);
    }

    /**
     * Runs a reduction to its end, then throws what failed: first the library's error, else what a
     * function of the program threw.
     */
    private static void run(
            Communicator comm,
            String call,
            ReduceOp operation,
            Step step,
            Object sendbuf,
            Object recvbuf)
            throws MPIException {
        MpiRuntime runtime = Checks.runtime(comm, call);
        int rc;
        try (var _ = runtime.enter()) {
            rc = step.run(runtime.coll, comm.context());
        }
        try {
            CollectiveResult.finish(runtime, comm, call, rc, sendbuf, recvbuf);
        } catch (MPIException e) {
            UserReduction.attachFailure(operation, e);
            throw e;
        }
        UserReduction.throwFailure(operation);
    }

    static void reduce(
            Communicator comm,
            Object sendbuf,
            Object recvbuf,
            int count,
            Datatype type,
            Op op,
            int root)
            throws MPIException {
        String call = "MPI_Reduce";
        Checks.root(comm, call, root);
        Buf send = CollectiveBuffers.from(comm, call, sendbuf, count, 1, type);
        boolean atRoot = comm.context().rank() == root;
        Buf receive = atRoot ? CollectiveBuffers.into(comm, call, recvbuf, count, 1, type) : null;
        ReduceOp operation = CollectiveBuffers.operation(comm, call, op, type);
        reduce(comm, send, receive, operation, root, sendbuf, recvbuf);
    }

    /** Reduces with the root's elements in place. */
    static void reduce(Communicator comm, Object buf, int count, Datatype type, Op op, int root)
            throws MPIException {
        String call = "MPI_Reduce";
        Checks.root(comm, call, root);
        boolean atRoot = comm.context().rank() == root;
        Buf send = atRoot ? null : CollectiveBuffers.from(comm, call, buf, count, 1, type);
        Buf receive = atRoot ? CollectiveBuffers.into(comm, call, buf, count, 1, type) : null;
        ReduceOp operation = CollectiveBuffers.operation(comm, call, op, type);
        reduce(comm, send, receive, operation, root, buf, null);
    }

    private static void reduce(
            Communicator comm,
            Buf send,
            Buf receive,
            ReduceOp operation,
            int root,
            Object sendbuf,
            Object recvbuf)
            throws MPIException {
        run(
                comm,
                "MPI_Reduce",
                operation,
                (coll, context) -> coll.reduce(send, receive, operation, root, context),
                sendbuf,
                recvbuf);
    }

    static void allReduce(
            Communicator comm, Object sendbuf, Object recvbuf, int count, Datatype type, Op op)
            throws MPIException {
        String call = "MPI_Allreduce";
        Checks.runtime(comm, call);
        Buf send = CollectiveBuffers.from(comm, call, sendbuf, count, 1, type);
        allReduce(comm, send, sendbuf, recvbuf, count, type, op);
    }

    /** Reduces in place. */
    static void allReduce(Communicator comm, Object buf, int count, Datatype type, Op op)
            throws MPIException {
        Checks.runtime(comm, "MPI_Allreduce");
        allReduce(comm, null, null, buf, count, type, op);
    }

    private static void allReduce(
            Communicator comm,
            Buf send,
            Object sendbuf,
            Object recvbuf,
            int count,
            Datatype type,
            Op op)
            throws MPIException {
        String call = "MPI_Allreduce";
        Buf receive = CollectiveBuffers.into(comm, call, recvbuf, count, 1, type);
        ReduceOp operation = CollectiveBuffers.operation(comm, call, op, type);
        run(
                comm,
                call,
                operation,
                (coll, context) -> coll.allreduce(send, receive, operation, context),
                sendbuf,
                recvbuf);
    }

    static void reduceScatter(
            Communicator comm,
            Object sendbuf,
            Object recvbuf,
            int[] recvcounts,
            Datatype type,
            Op op)
            throws MPIException {
        String call = "MPI_Reduce_scatter";
        int rank = Checks.context(comm, call).rank();
        long total = CollectiveBuffers.sum(comm, call, recvcounts);
        Buf send = CollectiveBuffers.from(comm, call, sendbuf, total, 1, type);
        Buf receive = CollectiveBuffers.into(comm, call, recvbuf, recvcounts[rank], 1, type);
        reduceScatter(comm, send, receive, recvcounts, type, op, sendbuf, recvbuf);
    }

    /** Reduces and scatters in place. */
    static void reduceScatter(Communicator comm, Object buf, int[] counts, Datatype type, Op op)
            throws MPIException {
        String call = "MPI_Reduce_scatter";
        Checks.runtime(comm, call);
        long total = CollectiveBuffers.sum(comm, call, counts);
        Buf receive = CollectiveBuffers.into(comm, call, buf, total, 1, type);
        reduceScatter(comm, null, receive, counts, type, op, null, buf);
    }

    private static void reduceScatter(
            Communicator comm,
            Buf send,
            Buf receive,
            int[] counts,
            Datatype type,
            Op op,
            Object sendbuf,
            Object recvbuf)
            throws MPIException {
        String call = "MPI_Reduce_scatter";
        ReduceOp operation = CollectiveBuffers.operation(comm, call, op, type);
        run(
                comm,
                call,
                operation,
                (coll, context) -> coll.reduceScatter(send, receive, counts, operation, context),
                sendbuf,
                recvbuf);
    }

    static void reduceScatterBlock(
            Communicator comm, Object sendbuf, Object recvbuf, int recvcount, Datatype type, Op op)
            throws MPIException {
        String call = "MPI_Reduce_scatter_block";
        int size = Checks.context(comm, call).size();
        Buf send = CollectiveBuffers.from(comm, call, sendbuf, recvcount, size, type);
        Buf receive = CollectiveBuffers.into(comm, call, recvbuf, recvcount, 1, type);
        reduceScatterBlock(comm, send, receive, type, op, sendbuf, recvbuf);
    }

    /** Reduces and scatters in place. */
    static void reduceScatterBlock(Communicator comm, Object buf, int count, Datatype type, Op op)
            throws MPIException {
        String call = "MPI_Reduce_scatter_block";
        int size = Checks.context(comm, call).size();
        Buf receive = CollectiveBuffers.into(comm, call, buf, count, size, type);
        reduceScatterBlock(comm, null, receive, type, op, null, buf);
    }

    private static void reduceScatterBlock(
            Communicator comm,
            Buf send,
            Buf receive,
            Datatype type,
            Op op,
            Object sendbuf,
            Object recvbuf)
            throws MPIException {
        String call = "MPI_Reduce_scatter_block";
        ReduceOp operation = CollectiveBuffers.operation(comm, call, op, type);
        run(
                comm,
                call,
                operation,
                (coll, context) -> coll.reduceScatterBlock(send, receive, operation, context),
                sendbuf,
                recvbuf);
    }

    /** Combines two buffers of this process: {@code inOut = in op inOut}. */
    static void reduceLocal(Object inBuf, Object inOutBuf, int count, Datatype type, Op op)
            throws MPIException {
        String call = "MPI_Reduce_local";
        MpiRuntime.current();
        Communicator world = Communicator.WORLD;
        Buf in = CollectiveBuffers.from(world, call, inBuf, count, 1, type);
        Buf inOut = CollectiveBuffers.into(world, call, inOutBuf, count, 1, type);
        ReduceOp operation = CollectiveBuffers.operation(world, call, op, type);
        try {
            operation.apply(in.base(), in.offset(), inOut.base(), inOut.offset(), count);
        } finally {
            Reference.reachabilityFence(inBuf);
            Reference.reachabilityFence(inOutBuf);
        }
        UserReduction.throwFailure(operation);
    }

    static void scan(
            Communicator comm, Object sendbuf, Object recvbuf, int count, Datatype type, Op op)
            throws MPIException {
        String call = "MPI_Scan";
        Checks.runtime(comm, call);
        Buf send = CollectiveBuffers.from(comm, call, sendbuf, count, 1, type);
        scan(comm, send, sendbuf, recvbuf, count, type, op);
    }

    /** Scans in place. */
    static void scan(Communicator comm, Object buf, int count, Datatype type, Op op)
            throws MPIException {
        Checks.runtime(comm, "MPI_Scan");
        scan(comm, null, null, buf, count, type, op);
    }

    private static void scan(
            Communicator comm,
            Buf send,
            Object sendbuf,
            Object recvbuf,
            int count,
            Datatype type,
            Op op)
            throws MPIException {
        String call = "MPI_Scan";
        Buf receive = CollectiveBuffers.into(comm, call, recvbuf, count, 1, type);
        ReduceOp operation = CollectiveBuffers.operation(comm, call, op, type);
        run(
                comm,
                call,
                operation,
                (coll, context) -> coll.scan(send, receive, operation, context),
                sendbuf,
                recvbuf);
    }

    static void exScan(
            Communicator comm, Object sendbuf, Object recvbuf, int count, Datatype type, Op op)
            throws MPIException {
        String call = "MPI_Exscan";
        Checks.runtime(comm, call);
        Buf send = CollectiveBuffers.from(comm, call, sendbuf, count, 1, type);
        exScan(comm, send, sendbuf, recvbuf, count, type, op);
    }

    /** Scans in place. */
    static void exScan(Communicator comm, Object buf, int count, Datatype type, Op op)
            throws MPIException {
        Checks.runtime(comm, "MPI_Exscan");
        exScan(comm, null, null, buf, count, type, op);
    }

    private static void exScan(
            Communicator comm,
            Buf send,
            Object sendbuf,
            Object recvbuf,
            int count,
            Datatype type,
            Op op)
            throws MPIException {
        String call = "MPI_Exscan";
        Buf receive = CollectiveBuffers.into(comm, call, recvbuf, count, 1, type);
        ReduceOp operation = CollectiveBuffers.operation(comm, call, op, type);
        run(
                comm,
                call,
                operation,
                (coll, context) -> coll.exscan(send, receive, operation, context),
                sendbuf,
                recvbuf);
    }
}
