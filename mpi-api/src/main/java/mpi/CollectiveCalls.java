package mpi;

import org.strata.opal.datatype.Buf;

/**
 * Barriers and collective data movement (MPI 3.1 §5.3 to §5.8). A send buffer that is {@link
 * CollectiveBuffers#IN_PLACE} stands for elements in the receive buffer; in a scatter it is the
 * other way round.
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

    static void barrier(Communicator comm) throws MPIException {
        MpiRuntime runtime = Checks.runtime(comm, "MPI_Barrier");
        int rc;
        try (var _ = runtime.enter()) {
            rc = runtime.coll(comm.context()).barrier(comm.context());
        }
        CollectiveResult.finish(runtime, comm, "MPI_Barrier", rc, null, null);
    }

    static void bcast(Communicator comm, Object buf, int count, Datatype type, int root)
            throws MPIException {
        String call = "MPI_Bcast";
        MpiRuntime runtime = Checks.root(comm, call, root);
        if (isIdle(comm, root)) {
            return;
        }
        Buf all =
                isRoot(comm, root)
                        ? CollectiveBuffers.from(comm, call, buf, count, 1, type)
                        : CollectiveBuffers.into(comm, call, buf, count, 1, type);
        int rc;
        try (var _ = runtime.enter()) {
            rc = runtime.coll(comm.context()).bcast(all, root, comm.context());
        }
        CollectiveResult.finish(runtime, comm, call, rc, all, null);
    }

    /** Gathers with the root's elements in place. */
    static void gather(Communicator comm, Object buf, int count, Datatype type, int root)
            throws MPIException {
        Checks.root(comm, "MPI_Gather", root);
        Object own = isRoot(comm, root) ? CollectiveBuffers.IN_PLACE : buf;
        gather(comm, own, count, type, buf, count, type, root);
    }

    static void gather(
            Communicator comm,
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        String call = "MPI_Gather";
        MpiRuntime runtime = Checks.root(comm, call, root);
        if (isIdle(comm, root)) {
            return;
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
        int rc;
        try (var _ = runtime.enter()) {
            rc = runtime.coll(comm.context()).gather(from, into, root, comm.context());
        }
        CollectiveResult.finish(runtime, comm, call, rc, from, into);
    }

    static void gatherv(Communicator comm, Elements send, Blocks receive, int root)
            throws MPIException {
        String call = "MPI_Gatherv";
        MpiRuntime runtime = Checks.root(comm, call, root);
        if (isIdle(comm, root)) {
            return;
        }
        checkForm(comm, call, root, send, receive);
        Buf from = isMember(comm, root) ? CollectiveBuffers.from(comm, call, send) : null;
        Buf into = isRoot(comm, root) ? CollectiveBuffers.into(comm, call, receive) : null;
        int[] counts = receive.counts();
        int rc;
        try (var _ = runtime.enter()) {
            rc =
                    runtime.coll(comm.context())
                            .gatherv(from, into, counts, receive.displs(), root, comm.context());
        }
        CollectiveResult.finish(runtime, comm, call, rc, from, into);
    }

    /** Scatters with the root's own elements staying in place. */
    static void scatter(Communicator comm, Object buf, int count, Datatype type, int root)
            throws MPIException {
        Checks.root(comm, "MPI_Scatter", root);
        Object own = isRoot(comm, root) ? CollectiveBuffers.IN_PLACE : buf;
        scatter(comm, buf, count, type, own, count, type, root);
    }

    static void scatter(
            Communicator comm,
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        String call = "MPI_Scatter";
        MpiRuntime runtime = Checks.root(comm, call, root);
        if (isIdle(comm, root)) {
            return;
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
        int rc;
        try (var _ = runtime.enter()) {
            rc = runtime.coll(comm.context()).scatter(from, into, root, comm.context());
        }
        CollectiveResult.finish(runtime, comm, call, rc, from, into);
    }

    static void scatterv(Communicator comm, Blocks send, Elements receive, int root)
            throws MPIException {
        String call = "MPI_Scatterv";
        MpiRuntime runtime = Checks.root(comm, call, root);
        if (isIdle(comm, root)) {
            return;
        }
        checkForm(comm, call, root, receive, send);
        Buf from = isRoot(comm, root) ? CollectiveBuffers.from(comm, call, send) : null;
        Buf into = isMember(comm, root) ? CollectiveBuffers.into(comm, call, receive) : null;
        int[] counts = send.counts();
        int rc;
        try (var _ = runtime.enter()) {
            rc =
                    runtime.coll(comm.context())
                            .scatterv(from, counts, send.displs(), into, root, comm.context());
        }
        CollectiveResult.finish(runtime, comm, call, rc, from, into);
    }

    static void allGather(
            Communicator comm,
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        String call = "MPI_Allgather";
        MpiRuntime runtime = Checks.runtime(comm, call);
        Checks.notInPlace(comm, call, sendbuf);
        Buf from = CollectiveBuffers.from(comm, call, sendbuf, sendcount, 1, sendtype);
        Buf into = CollectiveBuffers.into(comm, call, recvbuf, recvcount, size(comm), recvtype);
        int rc;
        try (var _ = runtime.enter()) {
            rc = runtime.coll(comm.context()).allgather(from, into, comm.context());
        }
        CollectiveResult.finish(runtime, comm, call, rc, from, into);
    }

    static void allGatherv(Communicator comm, Elements send, Blocks receive) throws MPIException {
        String call = "MPI_Allgatherv";
        MpiRuntime runtime = Checks.runtime(comm, call);
        Checks.notInPlace(comm, call, send.buf());
        Buf from = CollectiveBuffers.from(comm, call, send);
        Buf into = CollectiveBuffers.into(comm, call, receive);
        int[] counts = receive.counts();
        int rc;
        try (var _ = runtime.enter()) {
            rc =
                    runtime.coll(comm.context())
                            .allgatherv(from, into, counts, receive.displs(), comm.context());
        }
        CollectiveResult.finish(runtime, comm, call, rc, from, into);
    }

    static void allToAll(
            Communicator comm,
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        String call = "MPI_Alltoall";
        MpiRuntime runtime = Checks.runtime(comm, call);
        Buf from = CollectiveBuffers.from(comm, call, sendbuf, sendcount, size(comm), sendtype);
        Buf into = CollectiveBuffers.into(comm, call, recvbuf, recvcount, size(comm), recvtype);
        int rc;
        try (var _ = runtime.enter()) {
            rc = runtime.coll(comm.context()).alltoall(from, into, comm.context());
        }
        CollectiveResult.finish(runtime, comm, call, rc, from, into);
    }

    static void allToAllv(Communicator comm, Blocks send, Blocks receive) throws MPIException {
        String call = "MPI_Alltoallv";
        MpiRuntime runtime = Checks.runtime(comm, call);
        Buf from = CollectiveBuffers.from(comm, call, send);
        Buf into = CollectiveBuffers.into(comm, call, receive);
        int rc;
        try (var _ = runtime.enter()) {
            rc =
                    runtime.coll(comm.context())
                            .alltoallv(
                                    from,
                                    send.counts(),
                                    send.displs(),
                                    into,
                                    receive.counts(),
                                    receive.displs(),
                                    comm.context());
        }
        CollectiveResult.finish(runtime, comm, call, rc, from, into);
    }
}
