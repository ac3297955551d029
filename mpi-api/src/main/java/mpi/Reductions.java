package mpi;

import org.strata.mca.coll.ReduceOp;
import org.strata.opal.datatype.Buf;

/**
 * The collective reductions of a communicator (MPI 3.1 §5.9, §5.10); programs use {@link Comm}.
 * Buffers and errors are those of {@link Collectives}; and ERR_OP for an operation that MPI does
 * not define on the datatype (MPI 3.1 §5.9.2): the predefined operations reduce predefined
 * datatypes, other datatypes need a user's operation. Send and receive buffer must not overlap.
 */
public abstract sealed class Reductions extends Collectives permits Exchanges {
    /** Makes a null communicator. */
    Reductions() {}

    /** A reduction over a communicator, as the collectives offer it. */
    @FunctionalInterface
    interface Step {
        /** Runs it; returns an Rc code. */
        int run(ReduceOp operation);
    }

    /** Runs a reduction inside the bracket, and raises what failed, also in a user's function. */
    final void reduce(Library library, String call, Datatype type, Op op, Step step)
            throws MPIException {
        ReduceOp operation = CollectiveBuffers.operation(this, call, op, type);
        int rc;
        library.engine.enter();
        try {
            rc = step.run(operation);
        } catch (UserReduction.Failed e) {
            throw e.thrown();
        } finally {
            library.engine.exit();
        }
        CollectiveBuffers.finish(this, call, rc, null, null);
    }

    /**
     * Combines the elements of all members, place by place, at the root (MPI_Reduce, MPI 3.1
     * §5.9.1).
     *
     * @param sendbuf this process's elements
     * @param recvbuf at the root: place for the results
     * @param count number of elements
     * @param type datatype of an element
     * @param op how to combine
     * @param root rank that gets the results
     */
    public final void reduce(
            Object sendbuf, Object recvbuf, int count, Datatype type, Op op, int root)
            throws MPIException {
        Library library = library("MPI_Reduce", root);
        Buf send = CollectiveBuffers.from(this, "MPI_Reduce", sendbuf, count, 1, type);
        Buf receive =
                context().rank() == root
                        ? CollectiveBuffers.into(this, "MPI_Reduce", recvbuf, count, 1, type)
                        : null;
        reduce(
                library,
                "MPI_Reduce",
                type,
                op,
                operation -> library.coll.reduce(send, receive, operation, root, context()));
        CollectiveBuffers.keep(sendbuf, recvbuf);
    }

    /**
     * As the other form, the root's elements being in place (MPI_Reduce with MPI_IN_PLACE).
     *
     * @param buf this process's elements; at the root replaced by the results
     * @param count number of elements
     * @param type datatype of an element
     * @param op how to combine
     * @param root rank that gets the results
     */
    public final void reduce(Object buf, int count, Datatype type, Op op, int root)
            throws MPIException {
        Library library = library("MPI_Reduce", root);
        boolean atRoot = context().rank() == root;
        Buf send = atRoot ? null : CollectiveBuffers.from(this, "MPI_Reduce", buf, count, 1, type);
        Buf receive =
                atRoot ? CollectiveBuffers.into(this, "MPI_Reduce", buf, count, 1, type) : null;
        reduce(
                library,
                "MPI_Reduce",
                type,
                op,
                operation -> library.coll.reduce(send, receive, operation, root, context()));
        CollectiveBuffers.keep(buf, null);
    }

    /**
     * Combines the elements of all members, place by place, at all members (MPI_Allreduce, MPI 3.1
     * §5.9.6).
     *
     * @param sendbuf this process's elements
     * @param recvbuf place for the results
     * @param count number of elements
     * @param type datatype of an element
     * @param op how to combine
     */
    public final void allReduce(Object sendbuf, Object recvbuf, int count, Datatype type, Op op)
            throws MPIException {
        Library library = library("MPI_Allreduce");
        Buf send = CollectiveBuffers.from(this, "MPI_Allreduce", sendbuf, count, 1, type);
        Buf receive = CollectiveBuffers.into(this, "MPI_Allreduce", recvbuf, count, 1, type);
        reduce(
                library,
                "MPI_Allreduce",
                type,
                op,
                operation -> library.coll.allreduce(send, receive, operation, context()));
        CollectiveBuffers.keep(sendbuf, recvbuf);
    }

    /**
     * As the other form, in place.
     *
     * @param buf this process's elements, replaced by the results
     * @param count number of elements
     * @param type datatype of an element
     * @param op how to combine
     */
    public final void allReduce(Object buf, int count, Datatype type, Op op) throws MPIException {
        Library library = library("MPI_Allreduce");
        Buf receive = CollectiveBuffers.into(this, "MPI_Allreduce", buf, count, 1, type);
        reduce(
                library,
                "MPI_Allreduce",
                type,
                op,
                operation -> library.coll.allreduce(null, receive, operation, context()));
        CollectiveBuffers.keep(buf, null);
    }

    /**
     * Combines the elements of all members and deals the results out (MPI_Reduce_scatter, MPI 3.1
     * §5.10.2).
     *
     * @param sendbuf this process's elements, as many as all counts together
     * @param recvbuf place for this process's results
     * @param recvcounts results for each member
     * @param type datatype of an element
     * @param op how to combine
     */
    public final void reduceScatter(
            Object sendbuf, Object recvbuf, int[] recvcounts, Datatype type, Op op)
            throws MPIException {
        Library library = library("MPI_Reduce_scatter");
        int total = CollectiveBuffers.sum(this, "MPI_Reduce_scatter", recvcounts);
        Buf send = CollectiveBuffers.from(this, "MPI_Reduce_scatter", sendbuf, total, 1, type);
        int mine = recvcounts[context().rank()];
        Buf receive = CollectiveBuffers.into(this, "MPI_Reduce_scatter", recvbuf, mine, 1, type);
        reduce(
                library,
                "MPI_Reduce_scatter",
                type,
                op,
                operation ->
                        library.coll.reduceScatter(
                                send, receive, recvcounts, operation, context()));
        CollectiveBuffers.keep(sendbuf, recvbuf);
    }

    /**
     * As the other form, in place.
     *
     * @param buf this process's elements; the results replace the first ones
     * @param counts results for each member
     * @param type datatype of an element
     * @param op how to combine
     */
    public final void reduceScatter(Object buf, int[] counts, Datatype type, Op op)
            throws MPIException {
        Library library = library("MPI_Reduce_scatter");
        int total = CollectiveBuffers.sum(this, "MPI_Reduce_scatter", counts);
        Buf receive = CollectiveBuffers.into(this, "MPI_Reduce_scatter", buf, total, 1, type);
        reduce(
                library,
                "MPI_Reduce_scatter",
                type,
                op,
                operation ->
                        library.coll.reduceScatter(null, receive, counts, operation, context()));
        CollectiveBuffers.keep(buf, null);
    }

    /**
     * Combines the elements of all members and deals the results out, the same number to each
     * member (MPI_Reduce_scatter_block, MPI 3.1 §5.10.1).
     *
     * @param sendbuf this process's elements, {@code recvcount} for each member
     * @param recvbuf place for this process's results
     * @param recvcount results for each member
     * @param type datatype of an element
     * @param op how to combine
     */
    public final void reduceScatterBlock(
            Object sendbuf, Object recvbuf, int recvcount, Datatype type, Op op)
            throws MPIException {
        Library library = library("MPI_Reduce_scatter_block");
        Buf send =
                CollectiveBuffers.from(
                        this,
                        "MPI_Reduce_scatter_block",
                        sendbuf,
                        recvcount,
                        context().size(),
                        type);
        Buf receive =
                CollectiveBuffers.into(
                        this, "MPI_Reduce_scatter_block", recvbuf, recvcount, 1, type);
        reduce(
                library,
                "MPI_Reduce_scatter_block",
                type,
                op,
                operation -> library.coll.reduceScatterBlock(send, receive, operation, context()));
        CollectiveBuffers.keep(sendbuf, recvbuf);
    }

    /**
     * As the other form, in place.
     *
     * @param buf this process's elements; the results replace the first ones
     * @param count results for each member
     * @param type datatype of an element
     * @param op how to combine
     */
    public final void reduceScatterBlock(Object buf, int count, Datatype type, Op op)
            throws MPIException {
        Library library = library("MPI_Reduce_scatter_block");
        Buf receive =
                CollectiveBuffers.into(
                        this, "MPI_Reduce_scatter_block", buf, count, context().size(), type);
        reduce(
                library,
                "MPI_Reduce_scatter_block",
                type,
                op,
                operation -> library.coll.reduceScatterBlock(null, receive, operation, context()));
        CollectiveBuffers.keep(buf, null);
    }

    /**
     * Combines two buffers of this process (MPI_Reduce_local, MPI 3.1 §5.9.7): {@code inOut = in op
     * inOut}.
     *
     * @param inBuf elements
     * @param inOutBuf elements, replaced by the results
     * @param count number of elements
     * @param type datatype of an element
     * @param op how to combine
     */
    public static void reduceLocal(Object inBuf, Object inOutBuf, int count, Datatype type, Op op)
            throws MPIException {
        String call = "MPI_Reduce_local";
        MPI.check();
        Reductions world = MPI.COMM_WORLD;
        Buf in = CollectiveBuffers.from(world, call, inBuf, count, 1, type);
        Buf inOut = CollectiveBuffers.into(world, call, inOutBuf, count, 1, type);
        ReduceOp operation = CollectiveBuffers.operation(world, call, op, type);
        try {
            operation.apply(in.base(), in.offset(), inOut.base(), inOut.offset(), count);
        } catch (UserReduction.Failed e) {
            throw e.thrown();
        }
        CollectiveBuffers.keep(inBuf, inOutBuf);
    }
}
