package mpi;

/**
 * A communicator whose processes are the nodes of a graph (MPI 3.1 §7.5.3, §7.5.4): one that every
 * process knows, or a distributed one, of which each process knows its own edges.
 */
public final class GraphComm extends Intracomm {
    GraphComm(Communicator comm) {
        super(comm);
    }

    private GraphComm(Communicator comm, Request opening) {
        super(comm, opening);
    }

    @Override
    @SuppressWarnings("MissingSuperCall") // A duplicate has its own context.
    public GraphComm clone() {
        return (GraphComm) super.clone();
    }

    @Override
    public GraphComm dup() throws MPIException {
        return new GraphComm(DuplicationCalls.dup(comm));
    }

    @Override
    public GraphComm iDup() throws MPIException {
        Communicator made = DuplicationCalls.heir(comm);
        return new GraphComm(made, DuplicationCalls.begin(comm, made));
    }

    @Override
    public GraphComm dupWithInfo(Info info) throws MPIException {
        return new GraphComm(DuplicationCalls.dupWithInfo(comm, info));
    }

    /**
     * Returns the graph (MPI_Graph_get, MPI 3.1 §7.5.5).
     *
     * @throws MPIException ERR_TOPOLOGY if it is a distributed one
     */
    public GraphParms getDims() throws MPIException {
        return GraphCalls.dims(comm);
    }

    /**
     * Returns a node's neighbours (MPI_Graph_neighbors, MPI 3.1 §7.5.5).
     *
     * @throws MPIException ERR_TOPOLOGY if it is a distributed graph, ERR_RANK
     */
    public int[] getNeighbors(int rank) throws MPIException {
        return GraphCalls.neighbors(comm, rank);
    }

    /**
     * Returns this process's edges (MPI_Dist_graph_neighbors, MPI 3.1 §7.5.5).
     *
     * @throws MPIException ERR_TOPOLOGY if it is not a distributed graph
     */
    public DistGraphNeighbors getDistGraphNeighbors() throws MPIException {
        return GraphCalls.distributedNeighbors(comm);
    }

    /**
     * Returns the rank that this process would have in a graph (MPI_Graph_map, MPI 3.1 §7.5.8).
     *
     * @return {@link MPI#UNDEFINED} if it would not be in it
     */
    public int map(int[] index, int[] edges) throws MPIException {
        return GraphCalls.map(comm, index, edges);
    }
}
