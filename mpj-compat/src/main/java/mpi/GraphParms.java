package mpi;

/** What {@link Graphcomm#Get} returns. */
public class GraphParms {
    /** Number of edges of the nodes up to each node. */
    public int[] index;

    /** The nodes that the edges lead to, node by node. */
    public int[] edges;
}
