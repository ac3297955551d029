package mpi;

import org.strata.opal.datatype.Buf;

/** Barriers and collective data movement (MPI 3.1 §5.3 to §5.8). */
final class CollectiveCalls {
    private CollectiveCalls() {}

    private static boolean isRoot(Communicator comm, int root) {
        return comm.context().rank() == root;
    }

    private static int size(Communicator comm) {
        return comm.context().size();
    }

    static void barrier(Communicator comm) throws MPIException {
        MpiRuntime runtime = Checks.runtime(comm, "MPI_Barrier");
        int rc;
        try (var _ = runtime.enter()) {
            rc = runtime.coll.barrier(comm.context());
        }
        CollectiveResult.finish(runtime, comm, "MPI_Barrier", rc, null, null);
    }

    static void bcast(Communicator comm, Object buf, int count, Datatype type, int root)
            throws MPIException {
        String call = "MPI_Bcast";
        MpiRuntime runtime = Checks.root(comm, call, root);
        Buf all =
                isRoot(comm, root)
                        ? CollectiveBuffers.from(comm, call, buf, count, 1, type)
                        : CollectiveBuffers.into(comm, call, buf, count, 1, type);
        int rc;
        try (var _ = runtime.enter()) {
            rc = runtime.coll.bcast(all, root, comm.context());
        }
        CollectiveResult.finish(runtime, comm, call, rc, buf, null);
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
        Checks.root(comm, call, root);
        Buf send = CollectiveBuffers.from(comm, call, sendbuf, sendcount, 1, sendtype);
        Buf receive =
                isRoot(comm, root)
                        ? CollectiveBuffers.into(
                                comm, call, recvbuf, recvcount, size(comm), recvtype)
                        : null;
        gather(comm, send, receive, root, sendbuf, recvbuf);
    }

    /** Gathers with the root's elements in place. */
    static void gather(Communicator comm, Object buf, int count, Datatype type, int root)
            throws MPIException {
        String call = "MPI_Gather";
        Checks.root(comm, call, root);
        boolean atRoot = isRoot(comm, root);
        Buf send = atRoot ? null : CollectiveBuffers.from(comm, call, buf, count, 1, type);
        Buf receive =
                atRoot ? CollectiveBuffers.into(comm, call, buf, count, size(comm), type) : null;
        gather(comm, send, receive, root, buf, null);
    }

    private static void gather(
            Communicator comm, Buf send, Buf receive, int root, Object sendbuf, Object recvbuf)
            throws MPIException {
        MpiRuntime runtime = Checks.runtime(comm, "MPI_Gather");
        int rc;
        try (var _ = runtime.enter()) {
            rc = runtime.coll.gather(send, receive, root, comm.context());
        }
        CollectiveResult.finish(runtime, comm, "MPI_Gather", rc, sendbuf, recvbuf);
    }

    static void gatherv(
            Communicator comm,
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype,
            int root)
            throws MPIException {
        String call = "MPI_Gatherv";
        Checks.root(comm, call, root);
        Buf send = CollectiveBuffers.from(comm, call, sendbuf, sendcount, 1, sendtype);
        Buf receive =
                isRoot(comm, root)
                        ? CollectiveBuffers.into(comm, call, recvbuf, recvcount, displs, recvtype)
                        : null;
        gatherv(comm, send, receive, recvcount, displs, root, sendbuf, recvbuf);
    }

    /** Gathers at the root, whose own elements are in place. */
    static void gatherv(
            Communicator comm,
            Object recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype,
            int root)
            throws MPIException {
        String call = "MPI_Gatherv";
        Checks.root(comm, call, root);
        Buf receive =
                isRoot(comm, root)
                        ? CollectiveBuffers.into(comm, call, recvbuf, recvcount, displs, recvtype)
                        : null;
        gatherv(comm, null, receive, recvcount, displs, root, null, recvbuf);
    }

    /** Gathers at another member than the root. */
    static void gatherv(
            Communicator comm, Object sendbuf, int sendcount, Datatype sendtype, int root)
            throws MPIException {
        String call = "MPI_Gatherv";
        Checks.root(comm, call, root);
        Buf send = CollectiveBuffers.from(comm, call, sendbuf, sendcount, 1, sendtype);
        gatherv(comm, send, null, null, null, root, sendbuf, null);
    }

    private static void gatherv(
            Communicator comm,
            Buf send,
            Buf receive,
            int[] counts,
            int[] displs,
            int root,
            Object sendbuf,
            Object recvbuf)
            throws MPIException {
        MpiRuntime runtime = Checks.runtime(comm, "MPI_Gatherv");
        int rc;
        try (var _ = runtime.enter()) {
            rc = runtime.coll.gatherv(send, receive, counts, displs, root, comm.context());
        }
        CollectiveResult.finish(runtime, comm, "MPI_Gatherv", rc, sendbuf, recvbuf);
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
        Checks.root(comm, call, root);
        Buf send =
                isRoot(comm, root)
                        ? CollectiveBuffers.from(
                                comm, call, sendbuf, sendcount, size(comm), sendtype)
                        : null;
        Buf receive = CollectiveBuffers.into(comm, call, recvbuf, recvcount, 1, recvtype);
        scatter(comm, send, receive, root, sendbuf, recvbuf);
    }

    /** Scatters with the root's own elements staying in place. */
    static void scatter(Communicator comm, Object buf, int count, Datatype type, int root)
            throws MPIException {
        String call = "MPI_Scatter";
        Checks.root(comm, call, root);
        boolean atRoot = isRoot(comm, root);
        Buf send = atRoot ? CollectiveBuffers.from(comm, call, buf, count, size(comm), type) : null;
        Buf receive = atRoot ? null : CollectiveBuffers.into(comm, call, buf, count, 1, type);
        scatter(comm, send, receive, root, buf, null);
    }

    private static void scatter(
            Communicator comm, Buf send, Buf receive, int root, Object sendbuf, Object recvbuf)
            throws MPIException {
        MpiRuntime runtime = Checks.runtime(comm, "MPI_Scatter");
        int rc;
        try (var _ = runtime.enter()) {
            rc = runtime.coll.scatter(send, receive, root, comm.context());
        }
        CollectiveResult.finish(runtime, comm, "MPI_Scatter", rc, sendbuf, recvbuf);
    }

    static void scatterv(
            Communicator comm,
            Object sendbuf,
            int[] sendcount,
            int[] displs,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        String call = "MPI_Scatterv";
        Checks.root(comm, call, root);
        Buf send =
                isRoot(comm, root)
                        ? CollectiveBuffers.from(comm, call, sendbuf, sendcount, displs, sendtype)
                        : null;
        Buf receive = CollectiveBuffers.into(comm, call, recvbuf, recvcount, 1, recvtype);
        scatterv(comm, send, sendcount, displs, receive, root, sendbuf, recvbuf);
    }

    /** Scatters at the root, whose own elements stay in place. */
    static void scatterv(
            Communicator comm,
            Object sendbuf,
            int[] sendcount,
            int[] displs,
            Datatype sendtype,
            int root)
            throws MPIException {
        String call = "MPI_Scatterv";
        Checks.root(comm, call, root);
        Buf send =
                isRoot(comm, root)
                        ? CollectiveBuffers.from(comm, call, sendbuf, sendcount, displs, sendtype)
                        : null;
        scatterv(comm, send, sendcount, displs, null, root, sendbuf, null);
    }

    /** Scatters at another member than the root. */
    static void scatterv(
            Communicator comm, Object recvbuf, int recvcount, Datatype recvtype, int root)
            throws MPIException {
        String call = "MPI_Scatterv";
        Checks.root(comm, call, root);
        Buf receive = CollectiveBuffers.into(comm, call, recvbuf, recvcount, 1, recvtype);
        scatterv(comm, null, null, null, receive, root, null, recvbuf);
    }

    private static void scatterv(
            Communicator comm,
            Buf send,
            int[] counts,
            int[] displs,
            Buf receive,
            int root,
            Object sendbuf,
            Object recvbuf)
            throws MPIException {
        MpiRuntime runtime = Checks.runtime(comm, "MPI_Scatterv");
        int rc;
        try (var _ = runtime.enter()) {
            rc = runtime.coll.scatterv(send, counts, displs, receive, root, comm.context());
        }
        CollectiveResult.finish(runtime, comm, "MPI_Scatterv", rc, sendbuf, recvbuf);
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
        Checks.runtime(comm, call);
        Buf send = CollectiveBuffers.from(comm, call, sendbuf, sendcount, 1, sendtype);
        allGather(comm, send, sendbuf, recvbuf, recvcount, recvtype);
    }

    /** Gathers at all members, whose own elements are in place. */
    static void allGather(Communicator comm, Object buf, int count, Datatype type)
            throws MPIException {
        Checks.runtime(comm, "MPI_Allgather");
        allGather(comm, null, null, buf, count, type);
    }

    private static void allGather(
            Communicator comm, Buf send, Object sendbuf, Object recvbuf, int count, Datatype type)
            throws MPIException {
        String call = "MPI_Allgather";
        Buf receive = CollectiveBuffers.into(comm, call, recvbuf, count, size(comm), type);
        MpiRuntime runtime = Checks.runtime(comm, call);
        int rc;
        try (var _ = runtime.enter()) {
            rc = runtime.coll.allgather(send, receive, comm.context());
        }
        CollectiveResult.finish(runtime, comm, call, rc, sendbuf, recvbuf);
    }

    static void allGatherv(
            Communicator comm,
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype)
            throws MPIException {
        String call = "MPI_Allgatherv";
        Checks.runtime(comm, call);
        Buf send = CollectiveBuffers.from(comm, call, sendbuf, sendcount, 1, sendtype);
        allGatherv(comm, send, sendbuf, recvbuf, recvcount, displs, recvtype);
    }

    /** Gathers at all members, whose own elements are in place. */
    static void allGatherv(
            Communicator comm, Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype)
            throws MPIException {
        Checks.runtime(comm, "MPI_Allgatherv");
        allGatherv(comm, null, null, recvbuf, recvcount, displs, recvtype);
    }

    private static void allGatherv(
            Communicator comm,
            Buf send,
            Object sendbuf,
            Object recvbuf,
            int[] counts,
            int[] displs,
            Datatype type)
            throws MPIException {
        String call = "MPI_Allgatherv";
        Buf receive = CollectiveBuffers.into(comm, call, recvbuf, counts, displs, type);
        MpiRuntime runtime = Checks.runtime(comm, call);
        int rc;
        try (var _ = runtime.enter()) {
            rc = runtime.coll.allgatherv(send, receive, counts, displs, comm.context());
        }
        CollectiveResult.finish(runtime, comm, call, rc, sendbuf, recvbuf);
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
        int size = size(comm);
        Buf send = CollectiveBuffers.from(comm, call, sendbuf, sendcount, size, sendtype);
        Buf receive = CollectiveBuffers.into(comm, call, recvbuf, recvcount, size, recvtype);
        int rc;
        try (var _ = runtime.enter()) {
            rc = runtime.coll.alltoall(send, receive, comm.context());
        }
        CollectiveResult.finish(runtime, comm, call, rc, sendbuf, recvbuf);
    }

    static void allToAllv(
            Communicator comm,
            Object sendbuf,
            int[] sendcount,
            int[] sdispls,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] rdispls,
            Datatype recvtype)
            throws MPIException {
        String call = "MPI_Alltoallv";
        MpiRuntime runtime = Checks.runtime(comm, call);
        Buf send = CollectiveBuffers.from(comm, call, sendbuf, sendcount, sdispls, sendtype);
        Buf receive = CollectiveBuffers.into(comm, call, recvbuf, recvcount, rdispls, recvtype);
        int rc;
        try (var _ = runtime.enter()) {
            rc =
                    runtime.coll.alltoallv(
                            send, sendcount, sdispls, receive, recvcount, rdispls, comm.context());
        }
        CollectiveResult.finish(runtime, comm, call, rc, sendbuf, recvbuf);
    }
}
