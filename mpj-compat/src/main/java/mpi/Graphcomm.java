package mpi;

/** A communicator whose processes are the nodes of a graph. */
public class Graphcomm extends Intracomm {
    private final org.strata.mpi.GraphComm graph;

    Graphcomm(org.strata.mpi.GraphComm core) {
        super(core);
        this.graph = core;
    }

    @Override
    @SuppressWarnings("MissingSuperCall") // A duplicate has its own context.
    public Object clone() throws MPIException {
        return new Graphcomm(Core.get(graph::dup));
    }

    /** Returns the graph. */
    public GraphParms Get() throws MPIException {
        org.strata.mpi.GraphParms found = Core.get(graph::getDims);
        GraphParms parms = new GraphParms();
        parms.index = new int[found.getIndexCount()];
        parms.edges = new int[found.getEdgeCount()];
        for (int i = 0; i < parms.index.length; i++) {
            parms.index[i] = found.getIndex(i);
        }
        for (int i = 0; i < parms.edges.length; i++) {
            parms.edges[i] = found.getEdge(i);
        }
        return parms;
    }

    /** Returns the ranks that edges of a node lead to. */
    public int[] Neighbours(int rank) throws MPIException {
        return Core.get(() -> graph.getNeighbors(rank));
    }

    /** Returns the rank that this process would have in a graph. */
    public int Map(int[] index, int[] edges) throws MPIException {
        return Numbers.rank(Core.get(() -> graph.map(index, edges)));
    }
}
