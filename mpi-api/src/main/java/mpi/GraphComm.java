package mpi;

import java.util.Arrays;

/**
 * A communicator whose processes are the nodes of a graph (MPI 3.1 §7.5.3, §7.5.4): one that all
 * know, or one of which each process knows its own edges.
 */
public final class GraphComm extends Intracomm {
    /** The graph that all know, null for a distributed one. */
    private final GraphParms graph;

    /** This process's edges of a distributed graph, else null. */
    private final DistGraphNeighbors edges;

    /** Makes a null communicator that will be a graph. */
    GraphComm(GraphParms graph) {
        this(graph, null);
    }

    /** Makes a null communicator that will be a distributed graph. */
    GraphComm(DistGraphNeighbors edges) {
        this(null, edges);
    }

    private GraphComm(GraphParms graph, DistGraphNeighbors edges) {
        this.graph = graph;
        this.edges = edges;
    }

    @Override
    Comm blank() {
        return new GraphComm(graph, edges);
    }

    @Override
    int topology() {
        return graph != null ? MPI.GRAPH : MPI.DIST_GRAPH;
    }

    @Override
    Neighborhood neighborhood() {
        if (graph != null) {
            int[] around = neighbors(context().rank());
            return Neighborhood.ofGraph(around, around);
        }
        int[] sources = new int[edges.getInDegree()];
        Arrays.setAll(sources, edges::getSource);
        int[] destinations = new int[edges.getOutDegree()];
        Arrays.setAll(destinations, edges::getDestination);
        return Neighborhood.ofGraph(sources, destinations);
    }

    private int[] neighbors(int rank) {
        int from = rank == 0 ? 0 : graph.getIndex(rank - 1);
        int[] around = new int[graph.getIndex(rank) - from];
        Arrays.setAll(around, i -> graph.getEdge(from + i));
        return around;
    }

    @Override
    @SuppressWarnings("MissingSuperCall") // A duplicate has its own context.
    public GraphComm clone() {
        return (GraphComm) super.clone();
    }

    @Override
    public GraphComm dup() throws MPIException {
        return (GraphComm) super.dup();
    }

    @Override
    public GraphComm iDup() throws MPIException {
        return (GraphComm) super.iDup();
    }

    @Override
    public GraphComm dupWithInfo(Info info) throws MPIException {
        return (GraphComm) super.dupWithInfo(info);
    }

    private void require(boolean kind, String call) throws MPIException {
        library(call);
        if (!kind) {
            String detail = "the topology is " + (graph == null ? "" : "not ") + "distributed";
            throw Errors.raise(this, MPI.ERR_TOPOLOGY, call, detail);
        }
    }

    /**
     * Returns the graph (MPI_Graph_get).
     *
     * @throws MPIException ERR_TOPOLOGY if it is a distributed one
     */
    public GraphParms getDims() throws MPIException {
        require(graph != null, "MPI_Graph_get");
        return graph;
    }

    /**
     * Returns a node's neighbours (MPI_Graph_neighbors).
     *
     * @throws MPIException ERR_TOPOLOGY if it is a distributed graph, ERR_RANK
     */
    public int[] getNeighbors(int rank) throws MPIException {
        require(graph != null, "MPI_Graph_neighbors");
        if (rank < 0 || rank >= context().size()) {
            String detail = "rank " + rank + " is not a node of " + context().size();
            throw Errors.raise(this, MPI.ERR_RANK, "MPI_Graph_neighbors", detail);
        }
        return neighbors(rank);
    }

    /**
     * Returns this process's edges (MPI_Dist_graph_neighbors).
     *
     * @throws MPIException ERR_TOPOLOGY if it is not a distributed graph
     */
    public DistGraphNeighbors getDistGraphNeighbors() throws MPIException {
        require(edges != null, "MPI_Dist_graph_neighbors");
        return edges;
    }

    /**
     * Returns the rank that this process would have in a graph (MPI_Graph_map, MPI 3.1 §7.5.8).
     *
     * @return {@link MPI#UNDEFINED} if it would not be in it
     */
    public int map(int[] index, int[] edges) throws MPIException {
        library("MPI_Graph_map");
        return context().rank() < index.length ? context().rank() : MPI.UNDEFINED;
    }
}
