package mpi;

import org.strata.opal.datatype.Buf;

/**
 * The collective calls of a communicator (MPI 3.1 chapter 5); programs use {@link Comm}. All
 * members call the same operations in the same order with fitting arguments.
 *
 * <p><b>Buffers</b> are those of {@link PointToPoint}. Counts and displacements count elements
 * (extents) of the datatype; arrays of them have one entry per rank. The form without a send buffer
 * is MPI's "in place": the contribution is taken from the receive buffer. Buffers that are for the
 * root only are not looked at elsewhere.
 *
 * <p><b>Errors</b> of every call here, as the communicator's error handler says: ERR_COMM,
 * ERR_COUNT, ERR_TYPE, ERR_BUFFER, ERR_ROOT, ERR_ARG, ERR_TRUNCATE, ERR_PROC_ABORTED.
 */
public abstract sealed class Collectives extends PersistentCalls permits Reductions {
    /** Makes a null communicator. */
    Collectives() {}

    private boolean isRoot(int root) {
        return context().rank() == root;
    }

    final Library library(String call, int root) throws MPIException {
        Library library = library(call);
        if (root < 0 || root >= context().size()) {
            String detail = "root " + root + " is not a rank of a communicator of ";
            throw Errors.raise(this, MPI.ERR_ROOT, call, detail + context().size());
        }
        return library;
    }

    /** Waits until all members have called it (MPI_Barrier, MPI 3.1 §5.3). */
    public final void barrier() throws MPIException {
        Library library = library("MPI_Barrier");
        int rc;
        library.engine.enter();
        try {
            rc = library.coll.barrier(context());
        } finally {
            library.engine.exit();
        }
        finish("MPI_Barrier", rc, null, null);
    }

    /**
     * Sends the root's elements to all members (MPI_Bcast, MPI 3.1 §5.4).
     *
     * @param buf the elements at the root, place for them elsewhere
     * @param count number of elements
     * @param type datatype of an element
     * @param root rank that has the elements
     */
    public final void bcast(Object buf, int count, Datatype type, int root) throws MPIException {
        Library library = library("MPI_Bcast", root);
        Buf all =
                isRoot(root)
                        ? CollectiveBuffers.from(this, "MPI_Bcast", buf, count, 1, type)
                        : CollectiveBuffers.into(this, "MPI_Bcast", buf, count, 1, type);
        int rc;
        library.engine.enter();
        try {
            rc = library.coll.bcast(all, root, context());
        } finally {
            library.engine.exit();
        }
        finish("MPI_Bcast", rc, buf, null);
    }

    /**
     * Collects the same number of elements of each member at the root, in rank order (MPI_Gather,
     * MPI 3.1 §5.5).
     *
     * @param sendbuf this process's elements
     * @param sendcount number of them
     * @param sendtype datatype of one
     * @param recvbuf at the root: place for all elements
     * @param recvcount at the root: elements of each member
     * @param recvtype at the root: datatype of a received element
     * @param root rank that collects
     */
    public final void gather(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        Library library = library("MPI_Gather", root);
        Buf send = CollectiveBuffers.from(this, "MPI_Gather", sendbuf, sendcount, 1, sendtype);
        Buf receive =
                isRoot(root)
                        ? CollectiveBuffers.into(
                                this, "MPI_Gather", recvbuf, recvcount, context().size(), recvtype)
                        : null;
        int rc;
        library.engine.enter();
        try {
            rc = library.coll.gather(send, receive, root, context());
        } finally {
            library.engine.exit();
        }
        finish("MPI_Gather", rc, sendbuf, recvbuf);
    }

    /**
     * As the other form, the root's elements being in place (MPI_Gather with MPI_IN_PLACE).
     *
     * @param buf at the root: place for all elements, its own in place; elsewhere: this process's
     *     elements
     * @param count elements of each member
     * @param type datatype of an element
     * @param root rank that collects
     */
    public final void gather(Object buf, int count, Datatype type, int root) throws MPIException {
        Library library = library("MPI_Gather", root);
        Buf send =
                isRoot(root)
                        ? null
                        : CollectiveBuffers.from(this, "MPI_Gather", buf, count, 1, type);
        Buf receive =
                isRoot(root)
                        ? CollectiveBuffers.into(
                                this, "MPI_Gather", buf, count, context().size(), type)
                        : null;
        int rc;
        library.engine.enter();
        try {
            rc = library.coll.gather(send, receive, root, context());
        } finally {
            library.engine.exit();
        }
        finish("MPI_Gather", rc, buf, null);
    }

    private void gatherv(
            Object sendbuf,
            Buf send,
            Object recvbuf,
            Buf receive,
            int[] counts,
            int[] displs,
            int root)
            throws MPIException {
        Library library = library("MPI_Gatherv", root);
        int rc;
        library.engine.enter();
        try {
            rc = library.coll.gatherv(send, receive, counts, displs, root, context());
        } finally {
            library.engine.exit();
        }
        finish("MPI_Gatherv", rc, sendbuf, recvbuf);
    }

    /**
     * Collects elements of each member at the root (MPI_Gatherv, MPI 3.1 §5.5).
     *
     * @param sendbuf this process's elements
     * @param sendcount number of them
     * @param sendtype datatype of one
     * @param recvbuf at the root: place for all elements
     * @param recvcount at the root: elements of each member
     * @param displs at the root: where in {@code recvbuf} those of each member go
     * @param recvtype at the root: datatype of a received element
     * @param root rank that collects
     */
    public final void gatherv(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype,
            int root)
            throws MPIException {
        library("MPI_Gatherv", root);
        Buf send = CollectiveBuffers.from(this, "MPI_Gatherv", sendbuf, sendcount, 1, sendtype);
        Buf receive =
                isRoot(root)
                        ? CollectiveBuffers.into(
                                this, "MPI_Gatherv", recvbuf, recvcount, displs, recvtype)
                        : null;
        gatherv(sendbuf, send, recvbuf, receive, recvcount, displs, root);
    }

    /**
     * As the first form, at the root, whose own elements are in place.
     *
     * @param recvbuf place for all elements
     * @param recvcount elements of each member
     * @param displs where in {@code recvbuf} those of each member go
     * @param recvtype datatype of an element
     * @param root this process's rank
     */
    public final void gatherv(
            Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype, int root)
            throws MPIException {
        library("MPI_Gatherv", root);
        Buf receive =
                isRoot(root)
                        ? CollectiveBuffers.into(
                                this, "MPI_Gatherv", recvbuf, recvcount, displs, recvtype)
                        : null;
        gatherv(null, null, recvbuf, receive, recvcount, displs, root);
    }

    /**
     * As the first form, at the other members than the root.
     *
     * @param sendbuf this process's elements
     * @param sendcount number of them
     * @param sendtype datatype of one
     * @param root rank that collects
     */
    public final void gatherv(Object sendbuf, int sendcount, Datatype sendtype, int root)
            throws MPIException {
        library("MPI_Gatherv", root);
        Buf send = CollectiveBuffers.from(this, "MPI_Gatherv", sendbuf, sendcount, 1, sendtype);
        gatherv(sendbuf, send, null, null, null, null, root);
    }

    /**
     * Deals the root's elements out, the same number to each member, in rank order (MPI_Scatter,
     * MPI 3.1 §5.6).
     *
     * @param sendbuf at the root: all elements
     * @param sendcount at the root: elements for each member
     * @param sendtype at the root: datatype of a sent element
     * @param recvbuf place for this process's elements
     * @param recvcount number of them
     * @param recvtype datatype of one
     * @param root rank that deals
     */
    public final void scatter(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        Library library = library("MPI_Scatter", root);
        Buf send =
                isRoot(root)
                        ? CollectiveBuffers.from(
                                this, "MPI_Scatter", sendbuf, sendcount, context().size(), sendtype)
                        : null;
        Buf receive = CollectiveBuffers.into(this, "MPI_Scatter", recvbuf, recvcount, 1, recvtype);
        int rc;
        library.engine.enter();
        try {
            rc = library.coll.scatter(send, receive, root, context());
        } finally {
            library.engine.exit();
        }
        finish("MPI_Scatter", rc, sendbuf, recvbuf);
    }

    /**
     * As the other form, the root's elements staying in place (MPI_Scatter with MPI_IN_PLACE).
     *
     * @param buf at the root: all elements; elsewhere: place for this process's elements
     * @param count elements for each member
     * @param type datatype of an element
     * @param root rank that deals
     */
    public final void scatter(Object buf, int count, Datatype type, int root) throws MPIException {
        Library library = library("MPI_Scatter", root);
        Buf send =
                isRoot(root)
                        ? CollectiveBuffers.from(
                                this, "MPI_Scatter", buf, count, context().size(), type)
                        : null;
        Buf receive =
                isRoot(root)
                        ? null
                        : CollectiveBuffers.into(this, "MPI_Scatter", buf, count, 1, type);
        int rc;
        library.engine.enter();
        try {
            rc = library.coll.scatter(send, receive, root, context());
        } finally {
            library.engine.exit();
        }
        finish("MPI_Scatter", rc, buf, null);
    }

    private void scatterv(
            Object sendbuf,
            Buf send,
            int[] counts,
            int[] displs,
            Object recvbuf,
            Buf receive,
            int root)
            throws MPIException {
        Library library = library("MPI_Scatterv", root);
        int rc;
        library.engine.enter();
        try {
            rc = library.coll.scatterv(send, counts, displs, receive, root, context());
        } finally {
            library.engine.exit();
        }
        finish("MPI_Scatterv", rc, sendbuf, recvbuf);
    }

    /**
     * Deals the root's elements out (MPI_Scatterv, MPI 3.1 §5.6).
     *
     * @param sendbuf at the root: all elements
     * @param sendcount at the root: elements for each member
     * @param displs at the root: where in {@code sendbuf} those for each member are
     * @param sendtype at the root: datatype of a sent element
     * @param recvbuf place for this process's elements
     * @param recvcount number of them
     * @param recvtype datatype of one
     * @param root rank that deals
     */
    public final void scatterv(
            Object sendbuf,
            int[] sendcount,
            int[] displs,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        library("MPI_Scatterv", root);
        Buf send =
                isRoot(root)
                        ? CollectiveBuffers.from(
                                this, "MPI_Scatterv", sendbuf, sendcount, displs, sendtype)
                        : null;
        Buf receive = CollectiveBuffers.into(this, "MPI_Scatterv", recvbuf, recvcount, 1, recvtype);
        scatterv(sendbuf, send, sendcount, displs, recvbuf, receive, root);
    }

    /**
     * As the first form, at the root, whose own elements stay in place.
     *
     * @param sendbuf all elements
     * @param sendcount elements for each member
     * @param displs where in {@code sendbuf} those for each member are
     * @param sendtype datatype of an element
     * @param root this process's rank
     */
    public final void scatterv(
            Object sendbuf, int[] sendcount, int[] displs, Datatype sendtype, int root)
            throws MPIException {
        library("MPI_Scatterv", root);
        Buf send =
                isRoot(root)
                        ? CollectiveBuffers.from(
                                this, "MPI_Scatterv", sendbuf, sendcount, displs, sendtype)
                        : null;
        scatterv(sendbuf, send, sendcount, displs, null, null, root);
    }

    /**
     * As the first form, at the other members than the root.
     *
     * @param recvbuf place for this process's elements
     * @param recvcount number of them
     * @param recvtype datatype of one
     * @param root rank that deals
     */
    public final void scatterv(Object recvbuf, int recvcount, Datatype recvtype, int root)
            throws MPIException {
        library("MPI_Scatterv", root);
        Buf receive = CollectiveBuffers.into(this, "MPI_Scatterv", recvbuf, recvcount, 1, recvtype);
        scatterv(null, null, null, null, recvbuf, receive, root);
    }

    /**
     * Collects the same number of elements of each member at all members (MPI_Allgather, MPI 3.1
     * §5.7).
     *
     * @param sendbuf this process's elements
     * @param sendcount number of them
     * @param sendtype datatype of one
     * @param recvbuf place for all elements, in rank order
     * @param recvcount elements of each member
     * @param recvtype datatype of a received element
     */
    public final void allGather(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        Library library = library("MPI_Allgather");
        Buf send = CollectiveBuffers.from(this, "MPI_Allgather", sendbuf, sendcount, 1, sendtype);
        Buf receive =
                CollectiveBuffers.into(
                        this, "MPI_Allgather", recvbuf, recvcount, context().size(), recvtype);
        int rc;
        library.engine.enter();
        try {
            rc = library.coll.allgather(send, receive, context());
        } finally {
            library.engine.exit();
        }
        finish("MPI_Allgather", rc, sendbuf, recvbuf);
    }

    /**
     * As the other form, this process's elements being in place.
     *
     * @param buf place for all elements, in rank order
     * @param count elements of each member
     * @param type datatype of an element
     */
    public final void allGather(Object buf, int count, Datatype type) throws MPIException {
        Library library = library("MPI_Allgather");
        Buf receive =
                CollectiveBuffers.into(this, "MPI_Allgather", buf, count, context().size(), type);
        int rc;
        library.engine.enter();
        try {
            rc = library.coll.allgather(null, receive, context());
        } finally {
            library.engine.exit();
        }
        finish("MPI_Allgather", rc, buf, null);
    }

    /**
     * Collects elements of each member at all members (MPI_Allgatherv, MPI 3.1 §5.7).
     *
     * @param sendbuf this process's elements
     * @param sendcount number of them
     * @param sendtype datatype of one
     * @param recvbuf place for all elements
     * @param recvcount elements of each member
     * @param displs where in {@code recvbuf} those of each member go
     * @param recvtype datatype of a received element
     */
    public final void allGatherv(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype)
            throws MPIException {
        Library library = library("MPI_Allgatherv");
        Buf send = CollectiveBuffers.from(this, "MPI_Allgatherv", sendbuf, sendcount, 1, sendtype);
        Buf receive =
                CollectiveBuffers.into(
                        this, "MPI_Allgatherv", recvbuf, recvcount, displs, recvtype);
        int rc;
        library.engine.enter();
        try {
            rc = library.coll.allgatherv(send, receive, recvcount, displs, context());
        } finally {
            library.engine.exit();
        }
        finish("MPI_Allgatherv", rc, sendbuf, recvbuf);
    }

    /**
     * As the other form, this process's elements being in place.
     *
     * @param recvbuf place for all elements
     * @param recvcount elements of each member
     * @param displs where in {@code recvbuf} those of each member go
     * @param recvtype datatype of an element
     */
    public final void allGatherv(Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype)
            throws MPIException {
        Library library = library("MPI_Allgatherv");
        Buf receive =
                CollectiveBuffers.into(
                        this, "MPI_Allgatherv", recvbuf, recvcount, displs, recvtype);
        int rc;
        library.engine.enter();
        try {
            rc = library.coll.allgatherv(null, receive, recvcount, displs, context());
        } finally {
            library.engine.exit();
        }
        finish("MPI_Allgatherv", rc, recvbuf, null);
    }

    /**
     * Sends the same number of elements from each member to each member (MPI_Alltoall, MPI 3.1
     * §5.8).
     *
     * @param sendbuf the elements, in the order of their receivers
     * @param sendcount elements for each member
     * @param sendtype datatype of a sent element
     * @param recvbuf place for the elements, in the order of their senders
     * @param recvcount elements of each member
     * @param recvtype datatype of a received element
     */
    public final void allToAll(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        Library library = library("MPI_Alltoall");
        Buf send =
                CollectiveBuffers.from(
                        this, "MPI_Alltoall", sendbuf, sendcount, context().size(), sendtype);
        Buf receive =
                CollectiveBuffers.into(
                        this, "MPI_Alltoall", recvbuf, recvcount, context().size(), recvtype);
        int rc;
        library.engine.enter();
        try {
            rc = library.coll.alltoall(send, receive, context());
        } finally {
            library.engine.exit();
        }
        finish("MPI_Alltoall", rc, sendbuf, recvbuf);
    }

    /**
     * Sends elements from each member to each member (MPI_Alltoallv, MPI 3.1 §5.8).
     *
     * @param sendbuf the elements
     * @param sendcount elements for each member
     * @param sdispls where in {@code sendbuf} those for each member are
     * @param sendtype datatype of a sent element
     * @param recvbuf place for the elements
     * @param recvcount elements of each member
     * @param rdispls where in {@code recvbuf} those of each member go
     * @param recvtype datatype of a received element
     */
    public final void allToAllv(
            Object sendbuf,
            int[] sendcount,
            int[] sdispls,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] rdispls,
            Datatype recvtype)
            throws MPIException {
        Library library = library("MPI_Alltoallv");
        Buf send =
                CollectiveBuffers.from(
                        this, "MPI_Alltoallv", sendbuf, sendcount, sdispls, sendtype);
        Buf receive =
                CollectiveBuffers.into(
                        this, "MPI_Alltoallv", recvbuf, recvcount, rdispls, recvtype);
        int rc;
        library.engine.enter();
        try {
            rc =
                    library.coll.alltoallv(
                            send, sendcount, sdispls, receive, recvcount, rdispls, context());
        } finally {
            library.engine.exit();
        }
        finish("MPI_Alltoallv", rc, sendbuf, recvbuf);
    }

    private void finish(String call, int rc, Object sendbuf, Object recvbuf) throws MPIException {
        CollectiveBuffers.finish(this, call, rc, sendbuf, recvbuf);
    }
}
