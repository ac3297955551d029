package mpi;

import org.strata.mca.coll.Coll;
import org.strata.mca.coll.ReduceOp;
import org.strata.mca.pml.CommContext;
import org.strata.opal.datatype.Buf;

import java.lang.ref.Reference;

/**
 * Reductions and scans (MPI 3.1 §5.9 to §5.11). A send buffer that is {@link
 * CollectiveBuffers#IN_PLACE} stands for elements in the receive buffer.
 */
final class ReductionCalls {
    private ReductionCalls() {}

    /** The reduction of a call. */
    @FunctionalInterface
    private interface Step {
        /** Runs it; returns an Rc code. */
        int run(Coll coll, Buf from, Buf into, ReduceOp operation, CommContext context);
    }

    /**
     * Runs a reduction to its end, then throws what failed: first the library's error, else what a
     * function of the program threw.
     */
    private static void run(
            Communicator comm, String call, Step step, Buf from, Buf into, ReduceOp operation)
            throws MPIException {
        MpiRuntime runtime = Checks.runtime(comm, call);
        int rc;
        try (var _ = runtime.enter()) {
            rc = step.run(runtime.coll(comm.context()), from, into, operation, comm.context());
        }
        try {
            CollectiveResult.finish(runtime, comm, call, rc, from, into);
        } catch (MPIException e) {
            UserReduction.attachFailure(operation, e);
            throw e;
        }
        UserReduction.throwFailure(operation);
    }

    /** Reduces with the root's elements in place. */
    static void reduce(Communicator comm, Object buf, int count, Datatype type, Op op, int root)
            throws MPIException {
        Checks.root(comm, "MPI_Reduce", root);
        Object own = CollectiveCalls.isRoot(comm, root) ? CollectiveBuffers.IN_PLACE : buf;
        reduce(comm, own, buf, count, type, op, root);
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
        if (CollectiveCalls.isIdle(comm, root)) {
            return;
        }
        boolean atRoot = CollectiveCalls.isRoot(comm, root);
        Object operand = atRoot && comm.isInter() ? CollectiveBuffers.IN_PLACE : sendbuf;
        Buf from = CollectiveBuffers.from(comm, call, operand, count, 1, type);
        Buf into = atRoot ? CollectiveBuffers.into(comm, call, recvbuf, count, 1, type) : null;
        ReduceOp operation = CollectiveBuffers.operation(comm, call, op, type);
        Step step = (coll, in, out, reduction, on) -> coll.reduce(in, out, reduction, root, on);
        run(comm, call, step, from, into, operation);
    }

    static void allReduce(
            Communicator comm, Object sendbuf, Object recvbuf, int count, Datatype type, Op op)
            throws MPIException {
        combine(comm, "MPI_Allreduce", Coll::allreduce, sendbuf, recvbuf, count, type, op);
    }

    static void scan(
            Communicator comm, Object sendbuf, Object recvbuf, int count, Datatype type, Op op)
            throws MPIException {
        combine(comm, "MPI_Scan", Coll::scan, sendbuf, recvbuf, count, type, op);
    }

    static void exScan(
            Communicator comm, Object sendbuf, Object recvbuf, int count, Datatype type, Op op)
            throws MPIException {
        combine(comm, "MPI_Exscan", Coll::exscan, sendbuf, recvbuf, count, type, op);
    }

    /** Runs a reduction in which every member has as many results as elements. */
    private static void combine(
            Communicator comm,
            String call,
            Step step,
            Object sendbuf,
            Object recvbuf,
            int count,
            Datatype type,
            Op op)
            throws MPIException {
        Checks.runtime(comm, call);
        Checks.notInPlace(comm, call, sendbuf);
        Buf from = CollectiveBuffers.from(comm, call, sendbuf, count, 1, type);
        Buf into = CollectiveBuffers.into(comm, call, recvbuf, count, 1, type);
        ReduceOp operation = CollectiveBuffers.operation(comm, call, op, type);
        run(comm, call, step, from, into, operation);
    }

    static void reduceScatter(
            Communicator comm, Object sendbuf, Object recvbuf, int[] counts, Datatype type, Op op)
            throws MPIException {
        String call = "MPI_Reduce_scatter";
        int rank = Checks.context(comm, call).rank();
        Checks.notInPlace(comm, call, sendbuf);
        long total = CollectiveBuffers.sum(comm, call, counts);
        Buf from = CollectiveBuffers.from(comm, call, sendbuf, total, 1, type);
        // In place, the receive buffer has the elements for all members.
        long results = from == null ? total : counts[rank];
        Buf into = CollectiveBuffers.into(comm, call, recvbuf, results, 1, type);
        ReduceOp operation = CollectiveBuffers.operation(comm, call, op, type);
        Step step =
                (coll, in, out, reduction, on) ->
                        coll.reduceScatter(in, out, counts, reduction, on);
        run(comm, call, step, from, into, operation);
    }

    static void reduceScatterBlock(
            Communicator comm, Object sendbuf, Object recvbuf, int count, Datatype type, Op op)
            throws MPIException {
        String call = "MPI_Reduce_scatter_block";
        int size = Checks.context(comm, call).group().size();
        Checks.notInPlace(comm, call, sendbuf);
        Buf from = CollectiveBuffers.from(comm, call, sendbuf, count, size, type);
        // In place, the receive buffer has the elements for all members.
        int blocks = from == null ? size : 1;
        Buf into = CollectiveBuffers.into(comm, call, recvbuf, count, blocks, type);
        ReduceOp operation = CollectiveBuffers.operation(comm, call, op, type);
        run(comm, call, Coll::reduceScatterBlock, from, into, operation);
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
}
