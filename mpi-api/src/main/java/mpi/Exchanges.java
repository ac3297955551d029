package mpi;

import java.util.Arrays;

/**
 * The collective calls in which every pair of neighbours has a message of its own (MPI 3.1 §5.8,
 * §7.6); programs use {@link Comm}. Buffers and errors are those of {@link Collectives}. The
 * neighbourhood calls need a communicator with a topology, and raise ERR_TOPOLOGY otherwise; blocks
 * of neighbours that are MPI_PROC_NULL stay untouched.
 */
public abstract sealed class Exchanges extends Reductions permits Comm {
    /** Makes a null communicator. */
    Exchanges() {}

    /** Returns the neighbours in the topology, null when there is none. */
    abstract Neighborhood neighborhood();

    private Neighborhood neighbors(String call) throws MPIException {
        Neighborhood around = neighborhood();
        if (around == null) {
            String detail = "the communicator has no topology";
            throw Errors.raise(this, MPI.ERR_TOPOLOGY, call, detail);
        }
        return around;
    }

    /**
     * Sends elements of a datatype of its own from each member to each member (MPI_Alltoallw, MPI
     * 3.1 §5.8).
     *
     * @param sendBuf the elements
     * @param sendCount elements for each member
     * @param sDispls where those for each member begin, in bytes
     * @param sendTypes datatype of those for each member
     * @param recvBuf place for the elements
     * @param recvCount elements of each member
     * @param rDispls where those of each member begin, in bytes
     * @param recvTypes datatype of those of each member
     */
    public final void allToAllw(
            Object sendBuf,
            int[] sendCount,
            int[] sDispls,
            Datatype[] sendTypes,
            Object recvBuf,
            int[] recvCount,
            int[] rDispls,
            Datatype[] recvTypes)
            throws MPIException {
        String call = "MPI_Alltoallw";
        Library library = library(call);
        int size = context().size();
        requireEntries(call, size, sendCount, sDispls, sendTypes);
        requireEntries(call, size, recvCount, rDispls, recvTypes);
        Transfers transfers = new Transfers(context());
        int tag = Transfers.ALLTOALLW_TAG;
        for (int rank = 0; rank < size; rank++) {
            checkBlock(call, recvBuf, rDispls[rank], recvCount[rank], recvTypes[rank], true);
            checkBlock(call, sendBuf, sDispls[rank], sendCount[rank], sendTypes[rank], false);
            transfers.receive(recvBuf, rDispls[rank], recvCount[rank], recvTypes[rank], rank, tag);
            transfers.send(sendBuf, sDispls[rank], sendCount[rank], sendTypes[rank], rank, tag);
        }
        CollectiveBuffers.finish(this, call, transfers.run(library), sendBuf, recvBuf);
    }

    private void requireEntries(
            String call, int entries, int[] counts, int[] displs, Datatype[] types)
            throws MPIException {
        boolean missing = counts == null || displs == null || types == null;
        if (missing
                || counts.length < entries
                || displs.length < entries
                || types.length < entries) {
            String detail = "fewer counts, displacements or datatypes than " + entries;
            throw Errors.raise(this, MPI.ERR_ARG, call, detail);
        }
    }

    /** Checks a block that begins at a byte of a buffer. */
    private void checkBlock(
            String call, Object buf, long displacement, int count, Datatype type, boolean written)
            throws MPIException {
        checkElements(call, count, type);
        if (!Buffers.holdsAt(buf, type.layout(), displacement, count)) {
            String block = count + " × " + type + " at byte " + displacement;
            throw Errors.raise(
                    this, MPI.ERR_BUFFER, call, Buffers.describe(buf) + ", too few for " + block);
        }
        if (written) {
            writable(call, buf, 0, type);
        }
    }

    /**
     * Sends the same elements to all neighbours (MPI_Neighbor_allgather, MPI 3.1 §7.6.1).
     *
     * @param sendbuf the elements
     * @param sendcount number of them
     * @param sendtype datatype of one
     * @param recvbuf place for the neighbours' elements, in the order of the neighbours
     * @param recvcount elements of each neighbour
     * @param recvtype datatype of a received element
     */
    public final void neighborAllGather(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        String call = "MPI_Neighbor_allgather";
        library(call);
        int sources = neighbors(call).inDegree();
        exchange(
                call,
                new Blocks(sendbuf, same(neighbors(call).outDegree(), sendcount), null, sendtype),
                new Blocks(
                        recvbuf, same(sources, recvcount), inOrder(sources, recvcount), recvtype));
    }

    /**
     * As {@link #neighborAllGather}, with a count and a place for each neighbour
     * (MPI_Neighbor_allgatherv, MPI 3.1 §7.6.1).
     *
     * @param sendbuf the elements
     * @param sendcount number of them
     * @param sendtype datatype of one
     * @param recvbuf place for the neighbours' elements
     * @param recvcount elements of each neighbour
     * @param displs where in {@code recvbuf} those of each neighbour go
     * @param recvtype datatype of a received element
     */
    public final void neighborAllGatherv(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype)
            throws MPIException {
        String call = "MPI_Neighbor_allgatherv";
        library(call);
        exchange(
                call,
                new Blocks(sendbuf, same(neighbors(call).outDegree(), sendcount), null, sendtype),
                new Blocks(recvbuf, recvcount, displs, recvtype));
    }

    /**
     * Sends each neighbour elements of its own (MPI_Neighbor_alltoall, MPI 3.1 §7.6.2).
     *
     * @param sendbuf the elements, in the order of the neighbours
     * @param sendcount elements for each neighbour
     * @param sendtype datatype of a sent element
     * @param recvbuf place for the neighbours' elements, in the order of the neighbours
     * @param recvcount elements of each neighbour
     * @param recvtype datatype of a received element
     */
    public final void neighborAllToAll(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        String call = "MPI_Neighbor_alltoall";
        library(call);
        int sources = neighbors(call).inDegree();
        int dests = neighbors(call).outDegree();
        exchange(
                call,
                new Blocks(sendbuf, same(dests, sendcount), inOrder(dests, sendcount), sendtype),
                new Blocks(
                        recvbuf, same(sources, recvcount), inOrder(sources, recvcount), recvtype));
    }

    /**
     * As {@link #neighborAllToAll}, with a count and a place for each neighbour
     * (MPI_Neighbor_alltoallv, MPI 3.1 §7.6.2).
     *
     * @param sendbuf the elements
     * @param sendcount elements for each neighbour
     * @param sdispls where in {@code sendbuf} those for each neighbour are
     * @param sendtype datatype of a sent element
     * @param recvbuf place for the neighbours' elements
     * @param recvcount elements of each neighbour
     * @param rdispls where in {@code recvbuf} those of each neighbour go
     * @param recvtype datatype of a received element
     */
    public final void neighborAllToAllv(
            Object sendbuf,
            int[] sendcount,
            int[] sdispls,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] rdispls,
            Datatype recvtype)
            throws MPIException {
        String call = "MPI_Neighbor_alltoallv";
        library(call);
        if (sdispls == null) {
            throw Errors.raise(this, MPI.ERR_ARG, call, "the send displacements are null");
        }
        exchange(
                call,
                new Blocks(sendbuf, sendcount, sdispls, sendtype),
                new Blocks(recvbuf, recvcount, rdispls, recvtype));
    }

    /**
     * The parts of a buffer that belong to the neighbours.
     *
     * @param displs in extents; null when all are the same part
     */
    private record Blocks(Object buf, int[] counts, int[] displs, Datatype type) {
        long displacement(int i) {
            return displs == null ? 0 : displs[i] * type.layout().extent();
        }
    }

    private static int[] same(int entries, int count) {
        int[] counts = new int[entries];
        Arrays.fill(counts, count);
        return counts;
    }

    private static int[] inOrder(int entries, int count) {
        int[] displs = new int[entries];
        for (int i = 0; i < entries; i++) {
            displs[i] = i * count;
        }
        return displs;
    }

    private void exchange(String call, Blocks out, Blocks in) throws MPIException {
        Library library = library(call);
        Neighborhood around = neighbors(call);
        checkBlocks(call, around.outDegree(), out, false);
        checkBlocks(call, around.inDegree(), in, true);
        Transfers transfers = new Transfers(context());
        for (int i = 0; i < around.inDegree(); i++) {
            transfers.receive(
                    in.buf(),
                    in.displacement(i),
                    in.counts()[i],
                    in.type(),
                    around.sources()[i],
                    around.sourceTags()[i]);
        }
        for (int i = 0; i < around.outDegree(); i++) {
            transfers.send(
                    out.buf(),
                    out.displacement(i),
                    out.counts()[i],
                    out.type(),
                    around.destinations()[i],
                    around.destinationTags()[i]);
        }
        CollectiveBuffers.finish(this, call, transfers.run(library), out.buf(), in.buf());
    }

    private void checkBlocks(String call, int neighbors, Blocks blocks, boolean written)
            throws MPIException {
        boolean missing = blocks.counts() == null || (written && blocks.displs() == null);
        if (missing || blocks.counts().length < neighbors) {
            String detail = "fewer counts than neighbours, which are " + neighbors;
            throw Errors.raise(this, MPI.ERR_COUNT, call, detail);
        }
        if (blocks.displs() != null && blocks.displs().length < neighbors) {
            String detail = "fewer displacements than neighbours, which are " + neighbors;
            throw Errors.raise(this, MPI.ERR_ARG, call, detail);
        }
        checkElements(call, 0, blocks.type());
        for (int i = 0; i < neighbors; i++) {
            long at = blocks.displacement(i);
            checkBlock(call, blocks.buf(), at, blocks.counts()[i], blocks.type(), written);
        }
    }
}
