package mpi;

import org.strata.mca.coll.Coll;
import org.strata.mca.coll.CollCall;
import org.strata.mca.coll.ReduceOp;
import org.strata.mca.pml.CommContext;
import org.strata.opal.datatype.Buf;

import java.lang.ref.Reference;

/**
 * Checks the arguments of reductions and scans (MPI 3.1 §5.9 to §5.11). A send buffer that is
 * {@link CollectiveBuffers#IN_PLACE} stands for elements in the receive buffer.
 */
final class ReductionCalls {
    private ReductionCalls() {}

    /** Reduces with the root's elements in place. */
    static CheckedCollective reduce(
            Communicator comm, String call, Object buf, int count, Datatype type, Op op, int root)
            throws MPIException {
        Checks.root(comm, call, root);
        Object own = CollectiveCalls.isRoot(comm, root) ? CollectiveBuffers.IN_PLACE : buf;
        return reduce(comm, call, own, buf, count, type, op, root);
    }

    static CheckedCollective reduce(
            Communicator comm,
            String call,
            Object sendbuf,
            Object recvbuf,
            int count,
            Datatype type,
            Op op,
            int root)
            throws MPIException {
        MpiRuntime runtime = Checks.root(comm, call, root);
        if (CollectiveCalls.isIdle(comm, root)) {
            return CollectiveCalls.idle(runtime, comm, call);
        }
        boolean atRoot = CollectiveCalls.isRoot(comm, root);
        Object operand = atRoot && comm.isInter() ? CollectiveBuffers.IN_PLACE : sendbuf;
        Buf from = CollectiveBuffers.from(comm, call, operand, count, 1, type);
        Buf into = atRoot ? CollectiveBuffers.into(comm, call, recvbuf, count, 1, type) : null;
        if (from != null && into != null) {
            disjoint(runtime, comm, call, sendbuf, count, recvbuf, count, type);
        }
        ReduceOp operation = CollectiveBuffers.operation(comm, call, op, type);
        CommContext context = comm.context();
        CollCall work = coll -> coll.reduce(from, into, operation, root, context);
        return new CheckedCollective(runtime, comm, call, work, operation);
    }

    /** Checks that elements and results do not overlap. */
    private static void disjoint(
            MpiRuntime runtime,
            Communicator comm,
            String call,
            Object sendbuf,
            int sendcount,
            Object recvbuf,
            int recvcount,
            Datatype type)
            throws MPIException {
        CollectiveBuffers.disjoint(
                runtime,
                comm,
                call,
                CollectiveBuffers.blocks(sendbuf, sendcount, 1, type),
                CollectiveBuffers.blocks(recvbuf, recvcount, 1, type));
    }

    /** A reduction in which every member has as many results as elements. */
    @FunctionalInterface
    interface Combination {
        /** Makes the call; returns its Rc code. */
        int on(Coll coll, Buf from, Buf into, ReduceOp operation, CommContext context);
    }

    /** Checks the arguments of a reduction in which all members get results. */
    static CheckedCollective combine(
            Communicator comm,
            String call,
            Combination combination,
            Object sendbuf,
            Object recvbuf,
            int count,
            Datatype type,
            Op op)
            throws MPIException {
        MpiRuntime runtime = Checks.runtime(comm, call);
        Checks.notInPlace(comm, call, sendbuf);
        Buf from = CollectiveBuffers.from(comm, call, sendbuf, count, 1, type);
        Buf into = CollectiveBuffers.into(comm, call, recvbuf, count, 1, type);
        disjoint(runtime, comm, call, sendbuf, count, recvbuf, count, type);
        ReduceOp operation = CollectiveBuffers.operation(comm, call, op, type);
        CommContext context = comm.context();
        CollCall work = coll -> combination.on(coll, from, into, operation, context);
        return new CheckedCollective(runtime, comm, call, work, operation);
    }

    static CheckedCollective reduceScatter(
            Communicator comm,
            String call,
            Object sendbuf,
            Object recvbuf,
            int[] counts,
            Datatype type,
            Op op)
            throws MPIException {
        MpiRuntime runtime = Checks.runtime(comm, call);
        CommContext context = comm.context();
        int rank = context.rank();
        Checks.notInPlace(comm, call, sendbuf);
        long total = CollectiveBuffers.sum(comm, call, counts);
        Buf from = CollectiveBuffers.from(comm, call, sendbuf, total, 1, type);
        // In place, the receive buffer has the elements for all members.
        long results = from == null ? total : counts[rank];
        Buf into = CollectiveBuffers.into(comm, call, recvbuf, results, 1, type);
        int most = (int) Math.min(total, Integer.MAX_VALUE);
        disjoint(runtime, comm, call, sendbuf, most, recvbuf, counts[rank], type);
        ReduceOp operation = CollectiveBuffers.operation(comm, call, op, type);
        int[] ofMembers = Blocks.first(counts, context.group().size());
        CollCall work = coll -> coll.reduceScatter(from, into, ofMembers, operation, context);
        return new CheckedCollective(runtime, comm, call, work, operation);
    }

    static CheckedCollective reduceScatterBlock(
            Communicator comm,
            String call,
            Object sendbuf,
            Object recvbuf,
            int count,
            Datatype type,
            Op op)
            throws MPIException {
        MpiRuntime runtime = Checks.runtime(comm, call);
        int size = comm.context().group().size();
        Checks.notInPlace(comm, call, sendbuf);
        Buf from = CollectiveBuffers.from(comm, call, sendbuf, count, size, type);
        // In place, the receive buffer has the elements for all members.
        int blocks = from == null ? size : 1;
        Buf into = CollectiveBuffers.into(comm, call, recvbuf, count, blocks, type);
        int most = (int) Math.min((long) count * size, Integer.MAX_VALUE);
        disjoint(runtime, comm, call, sendbuf, most, recvbuf, count, type);
        ReduceOp operation = CollectiveBuffers.operation(comm, call, op, type);
        CommContext context = comm.context();
        CollCall work = coll -> coll.reduceScatterBlock(from, into, operation, context);
        return new CheckedCollective(runtime, comm, call, work, operation);
    }

    /** Combines two buffers of this process: {@code inOut = in op inOut}. */
    static void reduceLocal(Object inBuf, Object inOutBuf, int count, Datatype type, Op op)
            throws MPIException {
        String call = "MPI_Reduce_local";
        MpiRuntime runtime = MpiRuntime.current();
        Communicator world = Communicator.WORLD;
        Buf in = CollectiveBuffers.from(world, call, inBuf, count, 1, type);
        Buf inOut = CollectiveBuffers.into(world, call, inOutBuf, count, 1, type);
        ElementBlock one = CollectiveBuffers.blocks(inBuf, count, 1, type);
        Checks.disjoint(
                runtime, world, call, one, CollectiveBuffers.blocks(inOutBuf, count, 1, type), "");
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
