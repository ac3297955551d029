package mpi;

import java.util.Arrays;

/**
 * Collectives in which every pair of processes, or of neighbours, exchanges a message of its own
 * (MPI 3.1 §5.8 MPI_Alltoallw, §7.6).
 */
final class PairwiseCalls {
    private PairwiseCalls() {}

    static void allToAllw(
            Communicator comm,
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
        int size = Checks.context(comm, call).size();
        requireEntries(comm, call, sendCount, sDispls, sendTypes);
        requireEntries(comm, call, recvCount, rDispls, recvTypes);
        PairwiseMessages messages = new PairwiseMessages(comm.context());
        int tag = PairwiseMessages.ALLTOALLW_TAG;
        for (int rank = 0; rank < size; rank++) {
            CollectiveBuffers.checkBlock(
                    comm, call, recvBuf, rDispls[rank], recvCount[rank], recvTypes[rank], true);
            CollectiveBuffers.checkBlock(
                    comm, call, sendBuf, sDispls[rank], sendCount[rank], sendTypes[rank], false);
            messages.receive(recvBuf, rDispls[rank], recvCount[rank], recvTypes[rank], rank, tag);
            messages.send(sendBuf, sDispls[rank], sendCount[rank], sendTypes[rank], rank, tag);
        }
        run(comm, call, messages, sendBuf, recvBuf);
    }

    private static void requireEntries(
            Communicator comm, String call, int[] counts, int[] displs, Datatype[] types)
            throws MPIException {
        int size = comm.context().size();
        boolean missing = counts == null || displs == null || types == null;
        if (missing || counts.length < size || displs.length < size || types.length < size) {
            String detail = "fewer counts, displacements or datatypes than " + size;
            throw Errors.raise(comm, MPI.ERR_ARG, call, detail);
        }
    }

    private static void run(
            Communicator comm,
            String call,
            PairwiseMessages messages,
            Object sendbuf,
            Object recvbuf)
            throws MPIException {
        MpiRuntime runtime = Checks.runtime(comm, call);
        int rc;
        try (var _ = runtime.enter()) {
            rc = messages.exchange(runtime);
        }
        CollectiveResult.finish(runtime, comm, call, rc, sendbuf, recvbuf);
    }

    static void neighborAllGather(
            Communicator comm,
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        String call = "MPI_Neighbor_allgather";
        Neighborhood around = neighborhood(comm, call);
        exchange(
                comm,
                call,
                around,
                Blocks.toEach(sendbuf, sendcount, sendtype, around.outDegree()),
                Blocks.inOrder(recvbuf, recvcount, recvtype, around.inDegree()));
    }

    static void neighborAllGatherv(
            Communicator comm,
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype)
            throws MPIException {
        String call = "MPI_Neighbor_allgatherv";
        Neighborhood around = neighborhood(comm, call);
        exchange(
                comm,
                call,
                around,
                Blocks.toEach(sendbuf, sendcount, sendtype, around.outDegree()),
                Blocks.at(recvbuf, recvcount, displs, recvtype));
    }

    static void neighborAllToAll(
            Communicator comm,
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        String call = "MPI_Neighbor_alltoall";
        Neighborhood around = neighborhood(comm, call);
        exchange(
                comm,
                call,
                around,
                Blocks.inOrder(sendbuf, sendcount, sendtype, around.outDegree()),
                Blocks.inOrder(recvbuf, recvcount, recvtype, around.inDegree()));
    }

    static void neighborAllToAllv(
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
        String call = "MPI_Neighbor_alltoallv";
        Checks.runtime(comm, call);
        if (sdispls == null) {
            throw Errors.raise(comm, MPI.ERR_ARG, call, "the send displacements are null");
        }
        exchange(
                comm,
                call,
                neighborhood(comm, call),
                Blocks.at(sendbuf, sendcount, sdispls, sendtype),
                Blocks.at(recvbuf, recvcount, rdispls, recvtype));
    }

    private static Neighborhood neighborhood(Communicator comm, String call) throws MPIException {
        int rank = Checks.context(comm, call).rank();
        if (comm.topology() == null) {
            String detail = "the communicator has no topology";
            throw Errors.raise(comm, MPI.ERR_TOPOLOGY, call, detail);
        }
        return comm.topology().neighborhood(rank);
    }

    /**
     * The blocks of a buffer, one per neighbour.
     *
     * @param displs in extents; null when the same block goes to all
     */
    record Blocks(Object buf, int[] counts, long[] displs, Datatype type) {
        /** Returns blocks at the program's places; its arrays may be missing. */
        static Blocks at(Object buf, int[] counts, int[] displs, Datatype type) {
            long[] places = displs == null ? null : Arrays.stream(displs).asLongStream().toArray();
            return new Blocks(buf, counts, places, type);
        }

        /** Returns one block for all neighbours. */
        static Blocks toEach(Object buf, int count, Datatype type, int neighbors) {
            return new Blocks(buf, same(neighbors, count), null, type);
        }

        /** Returns blocks of one size that follow each other. */
        static Blocks inOrder(Object buf, int count, Datatype type, int neighbors) {
            long[] displs = new long[neighbors];
            for (int i = 0; i < neighbors; i++) {
                displs[i] = (long) i * count;
            }
            return new Blocks(buf, same(neighbors, count), displs, type);
        }

        private static int[] same(int entries, int count) {
            int[] counts = new int[entries];
            Arrays.fill(counts, count);
            return counts;
        }

        /** Returns the bytes from the buffer's origin to that of a block. */
        long displacement(int i) {
            return displs == null ? 0 : Buffers.place(displs[i], type.layout());
        }
    }

    private static void exchange(
            Communicator comm, String call, Neighborhood around, Blocks out, Blocks in)
            throws MPIException {
        checkBlocks(comm, call, around.outDegree(), out, false);
        checkBlocks(comm, call, around.inDegree(), in, true);
        PairwiseMessages messages = new PairwiseMessages(comm.context());
        for (int i = 0; i < around.inDegree(); i++) {
            messages.receive(
                    in.buf(),
                    in.displacement(i),
                    in.counts()[i],
                    in.type(),
                    around.sources()[i],
                    around.sourceTags()[i]);
        }
        for (int i = 0; i < around.outDegree(); i++) {
            messages.send(
                    out.buf(),
                    out.displacement(i),
                    out.counts()[i],
                    out.type(),
                    around.destinations()[i],
                    around.destinationTags()[i]);
        }
        run(comm, call, messages, out.buf(), in.buf());
    }

    private static void checkBlocks(
            Communicator comm, String call, int neighbors, Blocks blocks, boolean written)
            throws MPIException {
        boolean missing = blocks.counts() == null || (written && blocks.displs() == null);
        if (missing || blocks.counts().length < neighbors) {
            String detail = "fewer counts than neighbours, which are " + neighbors;
            throw Errors.raise(comm, MPI.ERR_COUNT, call, detail);
        }
        if (blocks.displs() != null && blocks.displs().length < neighbors) {
            String detail = "fewer displacements than neighbours, which are " + neighbors;
            throw Errors.raise(comm, MPI.ERR_ARG, call, detail);
        }
        Checks.elements(comm, call, 0, blocks.type());
        for (int i = 0; i < neighbors; i++) {
            CollectiveBuffers.checkBlock(
                    comm,
                    call,
                    blocks.buf(),
                    blocks.displacement(i),
                    blocks.counts()[i],
                    blocks.type(),
                    written);
        }
    }
}
