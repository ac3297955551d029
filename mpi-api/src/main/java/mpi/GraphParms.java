package mpi;

/** The shape of a graph topology, as {@link GraphComm#getDims} returns it (MPI 3.1 §7.5.5). */
public final class GraphParms {
    private final int[] index;
    private final int[] edges;

    GraphParms(int[] index, int[] edges) {
        this.index = index;
        this.edges = edges;
    }

    /** Returns the number of nodes. */
    public int getIndexCount() {
        return index.length;
    }

    /** Returns the number of edges of the nodes up to node {@code i}. */
    public int getIndex(int i) {
        return index[i];
    }

    /** Returns the number of edges. */
    public int getEdgeCount() {
        return edges.length;
    }

    /** Returns the node that edge {@code i} leads to. */
    public int getEdge(int i) {
        return edges[i];
    }
}
