package mpi;

import org.strata.mca.coll.PairwiseMessages;
import org.strata.mca.pml.CommContext;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;

/**
 * Checks the arguments of collectives in which every pair of processes, or of neighbours, exchanges
 * a message of its own (MPI 3.1 §5.8 MPI_Alltoallw, §7.6).
 */
final class PairwiseCalls {
    private PairwiseCalls() {}

    static CheckedCollective allToAllw(
            Communicator comm, String call, TypedBlocks send, TypedBlocks receive)
            throws MPIException {
        int size = Checks.context(comm, call).size();
        requireOnePer(size, comm, call, send);
        requireOnePer(size, comm, call, receive);
        PairwiseMessages messages = new PairwiseMessages(1);
        for (int rank = 0; rank < size; rank++) {
            ElementBlock in = receive.of(rank);
            ElementBlock out = send.of(rank);
            CollectiveBuffers.checkBlock(comm, call, in, true);
            CollectiveBuffers.checkBlock(comm, call, out, false);
            messages.receive(data(in), rank, 0);
            messages.send(data(out), rank, 0);
        }
        return exchange(comm, call, messages);
    }

    private static void requireOnePer(int size, Communicator comm, String call, TypedBlocks blocks)
            throws MPIException {
        CollectiveBuffers.requireCounts(size, "ranks", comm, call, blocks.counts());
        CollectiveBuffers.requireOnePer(
                size, "ranks", comm, call, "displacements", blocks.displs());
        CollectiveBuffers.requireOnePer(size, "ranks", comm, call, "datatypes", blocks.types());
    }

    private static Buf data(ElementBlock block) {
        DataLayout layout = block.type().layout();
        return Buffers.wrap(new Buf(), block.buf(), block.displacement(), block.count(), layout);
    }

    private static CheckedCollective exchange(
            Communicator comm, String call, PairwiseMessages messages) throws MPIException {
        MpiRuntime runtime = Checks.runtime(comm, call);
        CommContext context = comm.context();
        return new CheckedCollective(runtime, comm, call, coll -> coll.pairwise(messages, context));
    }

    static CheckedCollective neighborAllGather(
            Communicator comm, String call, Elements send, Elements receive) throws MPIException {
        Neighborhood around = neighborhood(comm, call);
        NeighborBlocks out = NeighborBlocks.toEach(send, around.outDegree());
        return exchange(
                comm, call, around, out, NeighborBlocks.inOrder(receive, around.inDegree()));
    }

    static CheckedCollective neighborAllGatherv(
            Communicator comm, String call, Elements send, Blocks receive) throws MPIException {
        Neighborhood around = neighborhood(comm, call);
        NeighborBlocks out = NeighborBlocks.toEach(send, around.outDegree());
        return exchange(comm, call, around, out, NeighborBlocks.at(receive));
    }

    static CheckedCollective neighborAllToAll(
            Communicator comm, String call, Elements send, Elements receive) throws MPIException {
        Neighborhood around = neighborhood(comm, call);
        NeighborBlocks out = NeighborBlocks.inOrder(send, around.outDegree());
        return exchange(
                comm, call, around, out, NeighborBlocks.inOrder(receive, around.inDegree()));
    }

    static CheckedCollective neighborAllToAllv(
            Communicator comm, String call, Blocks send, Blocks receive) throws MPIException {
        Checks.runtime(comm, call);
        if (send.displs() == null) {
            throw Errors.raise(comm, MPI.ERR_ARG, call, "no displacements for what is sent");
        }
        Neighborhood around = neighborhood(comm, call);
        return exchange(comm, call, around, NeighborBlocks.at(send), NeighborBlocks.at(receive));
    }

    private static Neighborhood neighborhood(Communicator comm, String call) throws MPIException {
        int rank = Checks.context(comm, call).rank();
        if (comm.topology() == null) {
            String detail = "the communicator has no topology";
            throw Errors.raise(comm, MPI.ERR_TOPOLOGY, call, detail);
        }
        return comm.topology().neighborhood(rank);
    }

    private static CheckedCollective exchange(
            Communicator comm,
            String call,
            Neighborhood around,
            NeighborBlocks out,
            NeighborBlocks in)
            throws MPIException {
        checkBlocks(comm, call, around.outDegree(), out, false);
        checkBlocks(comm, call, around.inDegree(), in, true);
        PairwiseMessages messages = new PairwiseMessages(around.channels());
        for (int i = 0; i < around.inDegree(); i++) {
            if (around.sources()[i] != MPI.PROC_NULL) {
                messages.receive(data(in.of(i)), around.sources()[i], around.sourceChannels()[i]);
            }
        }
        for (int i = 0; i < around.outDegree(); i++) {
            int destination = around.destinations()[i];
            if (destination != MPI.PROC_NULL) {
                messages.send(data(out.of(i)), destination, around.destinationChannels()[i]);
            }
        }
        return exchange(comm, call, messages);
    }

    private static void checkBlocks(
            Communicator comm, String call, int neighbors, NeighborBlocks blocks, boolean written)
            throws MPIException {
        String whom = "neighbours";
        CollectiveBuffers.requireCounts(neighbors, whom, comm, call, blocks.counts());
        if (written || blocks.displs() != null) {
            CollectiveBuffers.requireOnePer(
                    neighbors, whom, comm, call, "displacements", blocks.displs());
        }
        Checks.elements(comm, call, 0, blocks.type());
        for (int i = 0; i < neighbors; i++) {
            CollectiveBuffers.checkBlock(comm, call, blocks.of(i), written);
        }
    }
}
