package mpi;

import org.strata.mca.pml.CommContext;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;

/**
 * Checks the arguments of barriers and collective data movement (MPI 3.1 §5.3 to §5.8). A send
 * buffer that is {@link CollectiveBuffers#IN_PLACE} stands for elements in the receive buffer; in a
 * scatter it is the other way round.
 */
final class CollectiveCalls {
    private CollectiveCalls() {}

    /** Returns whether this process is the root of a collective. */
    static boolean isRoot(Communicator comm, int root) {
        return comm.isInter() ? root == MPI.ROOT : comm.context().rank() == root;
    }

    /** Returns whether this process has data of its own: all but the root of another group. */
    private static boolean isMember(Communicator comm, int root) {
        return !comm.isInter() || root != MPI.ROOT;
    }

    /** Returns whether a rooted collective is none of this process's business. */
    static boolean isIdle(Communicator comm, int root) {
        return comm.isInter() && root == MPI.PROC_NULL;
    }

    /** Returns the part in a rooted collective of a process that has nothing to do in it. */
    static CheckedCollective idle(MpiRuntime runtime, Communicator comm, String call) {
        return new CheckedCollective(runtime, comm, call, coll -> Rc.OK);
    }

    private static int size(Communicator comm) {
        return comm.context().size();
    }

    /**
     * Checks that the root called a form of the collective with the blocks of all, and another
     * member one with elements of its own.
     */
    private static void checkForm(
            Communicator comm, String call, int root, Elements own, Blocks all)
            throws MPIException {
        boolean atRoot = isRoot(comm, root);
        if (atRoot ? all == Blocks.NONE : own == Elements.IN_PLACE) {
            String callers = atRoot ? "the other members" : "the root";
            throw Errors.raise(comm, MPI.ERR_ARG, call, "this form of the call is for " + callers);
        }
    }

    static CheckedCollective barrier(Communicator comm, String call) throws MPIException {
        MpiRuntime runtime = Checks.runtime(comm, call);
        CommContext context = comm.context();
        return new CheckedCollective(runtime, comm, call, coll -> coll.barrier(context));
    }

    static CheckedCollective bcast(
            Communicator comm, String call, Object buf, int count, Datatype type, int root)
            throws MPIException {
        MpiRuntime runtime = Checks.root(comm, call, root);
        if (isIdle(comm, root)) {
            return idle(runtime, comm, call);
        }
        Buf all =
                isRoot(comm, root)
                        ? CollectiveBuffers.from(comm, call, buf, count, 1, type)
                        : CollectiveBuffers.into(comm, call, buf, count, 1, type);
        CommContext context = comm.context();
        return new CheckedCollective(runtime, comm, call, coll -> coll.bcast(all, root, context));
    }

    /** Gathers with the root's elements in place. */
    static CheckedCollective gather(
            Communicator comm, String call, Object buf, int count, Datatype type, int root)
            throws MPIException {
        Checks.root(comm, call, root);
        Object own = isRoot(comm, root) ? CollectiveBuffers.IN_PLACE : buf;
        return gather(comm, call, own, count, type, buf, count, type, root);
    }

    static CheckedCollective gather(
            Communicator comm,
            String call,
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        MpiRuntime runtime = Checks.root(comm, call, root);
        if (isIdle(comm, root)) {
            return idle(runtime, comm, call);
        }
        Buf from =
                isMember(comm, root)
                        ? CollectiveBuffers.from(comm, call, sendbuf, sendcount, 1, sendtype)
                        : null;
        Buf into =
                isRoot(comm, root)
                        ? CollectiveBuffers.into(
                                comm, call, recvbuf, recvcount, size(comm), recvtype)
                        : null;
        if (from != null && into != null) {
            CollectiveBuffers.disjoint(
                    runtime,
                    comm,
                    call,
                    CollectiveBuffers.blocks(sendbuf, sendcount, 1, sendtype),
                    CollectiveBuffers.blocks(recvbuf, recvcount, size(comm), recvtype));
        }
        CommContext context = comm.context();
        return new CheckedCollective(
                runtime, comm, call, coll -> coll.gather(from, into, root, context));
    }

    static CheckedCollective gatherv(
            Communicator comm, String call, Elements send, Blocks receive, int root)
            throws MPIException {
        MpiRuntime runtime = Checks.root(comm, call, root);
        if (isIdle(comm, root)) {
            return idle(runtime, comm, call);
        }
        checkForm(comm, call, root, send, receive);
        Buf from = isMember(comm, root) ? CollectiveBuffers.from(comm, call, send) : null;
        Buf into = isRoot(comm, root) ? CollectiveBuffers.into(comm, call, receive) : null;
        if (from != null && into != null) {
            CollectiveBuffers.disjoint(runtime, comm, call, send, receive);
        }
        Blocks all = receive.first(size(comm));
        CommContext context = comm.context();
        return new CheckedCollective(
                runtime,
                comm,
                call,
                coll -> coll.gatherv(from, into, all.counts(), all.displs(), root, context));
    }

    /** Scatters with the root's own elements staying in place. */
    static CheckedCollective scatter(
            Communicator comm, String call, Object buf, int count, Datatype type, int root)
            throws MPIException {
        Checks.root(comm, call, root);
        Object own = isRoot(comm, root) ? CollectiveBuffers.IN_PLACE : buf;
        return scatter(comm, call, buf, count, type, own, count, type, root);
    }

    static CheckedCollective scatter(
            Communicator comm,
            String call,
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        MpiRuntime runtime = Checks.root(comm, call, root);
        if (isIdle(comm, root)) {
            return idle(runtime, comm, call);
        }
        Buf from =
                isRoot(comm, root)
                        ? CollectiveBuffers.from(
                                comm, call, sendbuf, sendcount, size(comm), sendtype)
                        : null;
        Buf into =
                isMember(comm, root)
                        ? CollectiveBuffers.into(comm, call, recvbuf, recvcount, 1, recvtype)
                        : null;
        if (from != null && into != null) {
            CollectiveBuffers.disjoint(
                    runtime,
                    comm,
                    call,
                    CollectiveBuffers.blocks(sendbuf, sendcount, size(comm), sendtype),
                    CollectiveBuffers.blocks(recvbuf, recvcount, 1, recvtype));
        }
        CommContext context = comm.context();
        return new CheckedCollective(
                runtime, comm, call, coll -> coll.scatter(from, into, root, context));
    }

    static CheckedCollective scatterv(
            Communicator comm, String call, Blocks send, Elements receive, int root)
            throws MPIException {
        MpiRuntime runtime = Checks.root(comm, call, root);
        if (isIdle(comm, root)) {
            return idle(runtime, comm, call);
        }
        checkForm(comm, call, root, receive, send);
        Buf from = isRoot(comm, root) ? CollectiveBuffers.from(comm, call, send) : null;
        Buf into = isMember(comm, root) ? CollectiveBuffers.into(comm, call, receive) : null;
        if (from != null && into != null) {
            CollectiveBuffers.disjoint(runtime, comm, call, receive, send);
        }
        Blocks all = send.first(size(comm));
        CommContext context = comm.context();
        return new CheckedCollective(
                runtime,
                comm,
                call,
                coll -> coll.scatterv(from, all.counts(), all.displs(), into, root, context));
    }

    static CheckedCollective allGather(
            Communicator comm,
            String call,
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        MpiRuntime runtime = Checks.runtime(comm, call);
        Checks.notInPlace(comm, call, sendbuf);
        Buf from = CollectiveBuffers.from(comm, call, sendbuf, sendcount, 1, sendtype);
        Buf into = CollectiveBuffers.into(comm, call, recvbuf, recvcount, size(comm), recvtype);
        if (from != null) {
            CollectiveBuffers.disjoint(
                    runtime,
                    comm,
                    call,
                    CollectiveBuffers.blocks(sendbuf, sendcount, 1, sendtype),
                    CollectiveBuffers.blocks(recvbuf, recvcount, size(comm), recvtype));
        }
        CommContext context = comm.context();
        return new CheckedCollective(
                runtime, comm, call, coll -> coll.allgather(from, into, context));
    }

    static CheckedCollective allGatherv(
            Communicator comm, String call, Elements send, Blocks receive) throws MPIException {
        MpiRuntime runtime = Checks.runtime(comm, call);
        Checks.notInPlace(comm, call, send.buf());
        Buf from = CollectiveBuffers.from(comm, call, send);
        Buf into = CollectiveBuffers.into(comm, call, receive);
        if (from != null) {
            CollectiveBuffers.disjoint(runtime, comm, call, send, receive);
        }
        Blocks all = receive.first(size(comm));
        CommContext context = comm.context();
        return new CheckedCollective(
                runtime,
                comm,
                call,
                coll -> coll.allgatherv(from, into, all.counts(), all.displs(), context));
    }

    static CheckedCollective allToAll(
            Communicator comm,
            String call,
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        MpiRuntime runtime = Checks.runtime(comm, call);
        Buf from = CollectiveBuffers.from(comm, call, sendbuf, sendcount, size(comm), sendtype);
        Buf into = CollectiveBuffers.into(comm, call, recvbuf, recvcount, size(comm), recvtype);
        CollectiveBuffers.disjoint(
                runtime,
                comm,
                call,
                CollectiveBuffers.blocks(sendbuf, sendcount, size(comm), sendtype),
                CollectiveBuffers.blocks(recvbuf, recvcount, size(comm), recvtype));
        CommContext context = comm.context();
        return new CheckedCollective(
                runtime, comm, call, coll -> coll.alltoall(from, into, context));
    }

    static CheckedCollective allToAllv(Communicator comm, String call, Blocks send, Blocks receive)
            throws MPIException {
        MpiRuntime runtime = Checks.runtime(comm, call);
        Buf from = CollectiveBuffers.from(comm, call, send);
        Buf into = CollectiveBuffers.into(comm, call, receive);
        CollectiveBuffers.disjoint(runtime, comm, call, send, receive);
        Blocks out = send.first(size(comm));
        Blocks in = receive.first(size(comm));
        CommContext context = comm.context();
        return new CheckedCollective(
                runtime,
                comm,
                call,
                coll ->
                        coll.alltoallv(
                                from,
                                out.counts(),
                                out.displs(),
                                into,
                                in.counts(),
                                in.displs(),
                                context));
    }
}
