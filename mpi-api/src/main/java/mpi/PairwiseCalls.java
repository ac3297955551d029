package mpi;

/**
 * Collectives in which every pair of processes, or of neighbours, exchanges a message of its own
 * (MPI 3.1 §5.8 MPI_Alltoallw, §7.6).
 */
final class PairwiseCalls {
    private PairwiseCalls() {}

    static void allToAllw(Communicator comm, TypedBlocks send, TypedBlocks receive)
            throws MPIException {
        String call = "MPI_Alltoallw";
        int size = Checks.context(comm, call).size();
        if (!send.describe(size) || !receive.describe(size)) {
            String detail = "fewer counts, displacements or datatypes than " + size;
            throw Errors.raise(comm, MPI.ERR_ARG, call, detail);
        }
        PairwiseMessages messages = new PairwiseMessages(comm.context());
        int tag = PairwiseMessages.ALLTOALLW_TAG;
        for (int rank = 0; rank < size; rank++) {
            ElementBlock in = receive.of(rank);
            ElementBlock out = send.of(rank);
            CollectiveBuffers.checkBlock(comm, call, in, true);
            CollectiveBuffers.checkBlock(comm, call, out, false);
            messages.receive(in, rank, tag);
            messages.send(out, rank, tag);
        }
        run(comm, call, messages);
    }

    private static void run(Communicator comm, String call, PairwiseMessages messages)
            throws MPIException {
        MpiRuntime runtime = Checks.runtime(comm, call);
        int rc;
        try (var _ = runtime.enter()) {
            rc = messages.exchange(runtime);
        }
        CollectiveResult.finish(runtime, comm, call, rc, null, null);
    }

    static void neighborAllGather(Communicator comm, Elements send, Elements receive)
            throws MPIException {
        String call = "MPI_Neighbor_allgather";
        Neighborhood around = neighborhood(comm, call);
        NeighborBlocks out = NeighborBlocks.toEach(send, around.outDegree());
        exchange(comm, call, around, out, NeighborBlocks.inOrder(receive, around.inDegree()));
    }

    static void neighborAllGatherv(Communicator comm, Elements send, Blocks receive)
            throws MPIException {
        String call = "MPI_Neighbor_allgatherv";
        Neighborhood around = neighborhood(comm, call);
        NeighborBlocks out = NeighborBlocks.toEach(send, around.outDegree());
        exchange(comm, call, around, out, NeighborBlocks.at(receive));
    }

    static void neighborAllToAll(Communicator comm, Elements send, Elements receive)
            throws MPIException {
        String call = "MPI_Neighbor_alltoall";
        Neighborhood around = neighborhood(comm, call);
        NeighborBlocks out = NeighborBlocks.inOrder(send, around.outDegree());
        exchange(comm, call, around, out, NeighborBlocks.inOrder(receive, around.inDegree()));
    }

    static void neighborAllToAllv(Communicator comm, Blocks send, Blocks receive)
            throws MPIException {
        String call = "MPI_Neighbor_alltoallv";
        Checks.runtime(comm, call);
        if (send.displs() == null) {
            throw Errors.raise(comm, MPI.ERR_ARG, call, "the send displacements are null");
        }
        Neighborhood around = neighborhood(comm, call);
        exchange(comm, call, around, NeighborBlocks.at(send), NeighborBlocks.at(receive));
    }

    private static Neighborhood neighborhood(Communicator comm, String call) throws MPIException {
        int rank = Checks.context(comm, call).rank();
        if (comm.topology() == null) {
            String detail = "the communicator has no topology";
            throw Errors.raise(comm, MPI.ERR_TOPOLOGY, call, detail);
        }
        return comm.topology().neighborhood(rank);
    }

    private static void exchange(
            Communicator comm,
            String call,
            Neighborhood around,
            NeighborBlocks out,
            NeighborBlocks in)
            throws MPIException {
        checkBlocks(comm, call, around.outDegree(), out, false);
        checkBlocks(comm, call, around.inDegree(), in, true);
        PairwiseMessages messages = new PairwiseMessages(comm.context());
        for (int i = 0; i < around.inDegree(); i++) {
            messages.receive(in.of(i), around.sources()[i], around.sourceTags()[i]);
        }
        for (int i = 0; i < around.outDegree(); i++) {
            messages.send(out.of(i), around.destinations()[i], around.destinationTags()[i]);
        }
        run(comm, call, messages);
    }

    private static void checkBlocks(
            Communicator comm, String call, int neighbors, NeighborBlocks blocks, boolean written)
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
            CollectiveBuffers.checkBlock(comm, call, blocks.of(i), written);
        }
    }
}
