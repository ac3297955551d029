package mpi;

import org.strata.mca.pml.CommContext;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;

import java.util.Arrays;

/** Communicators whose processes are the nodes of a graph (MPI 3.1 §7.5). */
final class GraphCalls {
    private static final DataLayout INT = DataLayouts.basic(Integer.BYTES, Integer.BYTES);

    private GraphCalls() {}

    private static MPIException bad(Communicator comm, String call, String detail) {
        return Errors.raise(comm, MPI.ERR_ARG, call, detail);
    }

    /** Makes a graph of the first processes; null for processes that are not in it. */
    static Communicator create(Communicator parent, int[] index, int[] edges) throws MPIException {
        String call = "MPI_Graph_create";
        CommContext context = Checks.context(parent, call);
        GraphParms graph = graph(parent, call, index, edges);
        return CreationCalls.create(
                parent,
                call,
                CreationCalls.firstProcs(context, index.length),
                new Communicator(new GraphTopology(graph, null)));
    }

    /** Makes a graph of edges that any process names; the weights may be missing. */
    static Communicator createDistributed(
            Communicator parent,
            int[] sources,
            int[] degrees,
            int[] destinations,
            int[] weights,
            boolean weighted)
            throws MPIException {
        String call = "MPI_Dist_graph_create";
        MpiRuntime runtime = Checks.runtime(parent, call);
        if (weighted && weights == null) {
            throw bad(parent, call, "the weights are null");
        }
        int[] edges = triplets(parent, call, sources, degrees, destinations, weights);
        return runtime.whole(
                () -> createDistributed(parent, call, exchange(parent, call, edges, weighted)));
    }

    /** Makes a graph of which each process names its own edges; the weights may be missing. */
    static Communicator createAdjacent(
            Communicator parent,
            int[] sources,
            int[] sourceWeights,
            int[] destinations,
            int[] destWeights,
            boolean weighted)
            throws MPIException {
        String call = "MPI_Dist_graph_create_adjacent";
        Checks.runtime(parent, call);
        DistGraphNeighbors mine =
                adjacent(parent, call, sources, sourceWeights, destinations, destWeights, weighted);
        return createDistributed(parent, call, mine);
    }

    private static Communicator createDistributed(
            Communicator parent, String call, DistGraphNeighbors mine) throws MPIException {
        return CreationCalls.create(
                parent, call, parent.procs(), new Communicator(new GraphTopology(null, mine)));
    }

    private static GraphTopology topology(Communicator comm, String call, boolean distributed)
            throws MPIException {
        Checks.runtime(comm, call);
        GraphTopology topology = (GraphTopology) comm.topology();
        if ((topology.edges() != null) != distributed) {
            String detail = "the topology is " + (distributed ? "not " : "") + "distributed";
            throw Errors.raise(comm, MPI.ERR_TOPOLOGY, call, detail);
        }
        return topology;
    }

    static GraphParms dims(Communicator comm) throws MPIException {
        return topology(comm, "MPI_Graph_get", false).graph();
    }

    static int[] neighbors(Communicator comm, int rank) throws MPIException {
        GraphTopology topology = topology(comm, "MPI_Graph_neighbors", false);
        if (rank < 0 || rank >= comm.context().size()) {
            String detail = "rank " + rank + " is not a node of " + comm.context().size();
            throw Errors.raise(comm, MPI.ERR_RANK, "MPI_Graph_neighbors", detail);
        }
        return topology.neighbors(rank);
    }

    static DistGraphNeighbors distributedNeighbors(Communicator comm) throws MPIException {
        return topology(comm, "MPI_Dist_graph_neighbors", true).edges();
    }

    /** Returns this process's rank in a graph, UNDEFINED if it would not be in it. */
    static int map(Communicator comm, int[] index, int[] edges) throws MPIException {
        int rank = Checks.context(comm, "MPI_Graph_map").rank();
        graph(comm, "MPI_Graph_map", index, edges);
        return rank < index.length ? rank : MPI.UNDEFINED;
    }

    /** Makes a graph of checked arguments, which are copied. */
    private static GraphParms graph(Communicator comm, String call, int[] index, int[] edges)
            throws MPIException {
        if (index == null || edges == null || index.length > comm.context().size()) {
            String detail = index == null || edges == null ? "null" : index.length + " nodes";
            throw bad(comm, call, detail + " for " + comm.context().size() + " processes");
        }
        int before = 0;
        for (int end : index) {
            if (end < before || end > edges.length) {
                throw bad(comm, call, "the index " + Arrays.toString(index) + " does not rise");
            }
            before = end;
        }
        int[] used = Arrays.copyOf(edges, before);
        checkNodes(comm, call, used, index.length);
        return new GraphParms(index.clone(), used);
    }

    private static void checkNodes(Communicator comm, String call, int[] nodes, int count)
            throws MPIException {
        for (int node : nodes) {
            if (node < 0 || node >= count) {
                throw bad(comm, call, "node " + node + " is not one of " + count);
            }
        }
    }

    /** Makes this process's edges of checked arguments, which are copied. */
    private static DistGraphNeighbors adjacent(
            Communicator comm,
            String call,
            int[] sources,
            int[] sourceWeights,
            int[] destinations,
            int[] destWeights,
            boolean weighted)
            throws MPIException {
        if (sources == null || destinations == null) {
            throw bad(comm, call, "the edges are null");
        }
        checkNodes(comm, call, sources, comm.context().size());
        checkNodes(comm, call, destinations, comm.context().size());
        return new DistGraphNeighbors(
                sources.clone(),
                weights(comm, call, sourceWeights, sources.length, weighted),
                destinations.clone(),
                weights(comm, call, destWeights, destinations.length, weighted),
                weighted);
    }

    private static int[] weights(
            Communicator comm, String call, int[] weights, int count, boolean weighted)
            throws MPIException {
        if (!weighted) {
            int[] equal = new int[count];
            Arrays.fill(equal, 1);
            return equal;
        }
        if (weights == null || weights.length < count) {
            throw bad(comm, call, "fewer weights than edges, which are " + count);
        }
        for (int i = 0; i < count; i++) {
            if (weights[i] < 0) {
                throw bad(comm, call, "weight " + weights[i] + " is negative");
            }
        }
        return Arrays.copyOf(weights, count);
    }

    /** Returns (source, destination, weight) of each edge that this process names. */
    private static int[] triplets(
            Communicator comm,
            String call,
            int[] sources,
            int[] degrees,
            int[] destinations,
            int[] weights)
            throws MPIException {
        if (sources == null || degrees == null || degrees.length < sources.length) {
            throw bad(comm, call, "fewer degrees than sources");
        }
        int edges = edges(comm, call, sources.length, degrees, destinations);
        int[] used = weights(comm, call, weights, edges, weights != null);
        int[] triplets = new int[3 * edges];
        int edge = 0;
        for (int i = 0; i < sources.length; i++) {
            for (int k = 0; k < degrees[i]; k++, edge++) {
                triplets[3 * edge] = sources[i];
                triplets[3 * edge + 1] = destinations[edge];
                triplets[3 * edge + 2] = used[edge];
            }
        }
        checkNodes(comm, call, sources, comm.context().size());
        checkNodes(comm, call, Arrays.copyOf(destinations, edges), comm.context().size());
        return triplets;
    }

    /** Returns the sum of the degrees of the first nodes; there are as many destinations. */
    private static int edges(
            Communicator comm, String call, int nodes, int[] degrees, int[] destinations)
            throws MPIException {
        long edges = 0;
        for (int i = 0; i < nodes; i++) {
            if (degrees[i] < 0) {
                throw bad(comm, call, "degree " + degrees[i] + " is negative");
            }
            edges += degrees[i];
        }
        if (destinations == null || destinations.length < edges) {
            throw bad(comm, call, "fewer destinations than edges, which are " + edges);
        }
        if (edges > Integer.MAX_VALUE / 3) {
            throw bad(comm, call, edges + " edges are too many");
        }
        return (int) edges;
    }

    /** Collects the triplets of all processes and picks those of this one; collective. */
    private static DistGraphNeighbors exchange(
            Communicator comm, String call, int[] triplets, boolean weighted) throws MPIException {
        MpiRuntime runtime = Checks.runtime(comm, call);
        CommContext context = comm.context();
        int[] counts = new int[context.size()];
        int[] all = new int[0];
        counts[context.rank()] = triplets.length;
        int rc;
        try (var _ = runtime.enter()) {
            rc = runtime.coll.allgather(null, new Buf(counts, 0, 1, INT), context);
            if (rc == Rc.OK && Arrays.stream(counts).asLongStream().sum() > Integer.MAX_VALUE) {
                rc = Rc.NO_MEMORY;
            }
            if (rc == Rc.OK) {
                int[] places = places(counts);
                all = new int[places[places.length - 1] + counts[counts.length - 1]];
                Buf mine = new Buf(triplets, 0, triplets.length, INT);
                Buf each = new Buf(all, 0, 0, INT);
                rc = runtime.coll.allgatherv(mine, each, counts, places, context);
            }
        }
        CollectiveResult.finish(runtime, comm, call, rc);
        int[][] in = pick(all, 1, 0, context.rank());
        int[][] out = pick(all, 0, 1, context.rank());
        return new DistGraphNeighbors(in[0], in[1], out[0], out[1], weighted);
    }

    /** Returns where blocks of these counts begin when they follow each other. */
    private static int[] places(int[] counts) {
        int[] places = new int[counts.length];
        for (int i = 1; i < places.length; i++) {
            places[i] = places[i - 1] + counts[i - 1];
        }
        return places;
    }

    /** Returns the other ends and the weights of the edges whose one end is a rank. */
    private static int[][] pick(int[] triplets, int end, int other, int rank) {
        int[] ranks = new int[triplets.length / 3];
        int[] weights = new int[triplets.length / 3];
        int count = 0;
        for (int i = 0; i < triplets.length; i += 3) {
            if (triplets[i + end] == rank) {
                ranks[count] = triplets[i + other];
                weights[count++] = triplets[i + 2];
            }
        }
        return new int[][] {Arrays.copyOf(ranks, count), Arrays.copyOf(weights, count)};
    }
}
