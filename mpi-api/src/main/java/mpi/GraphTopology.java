package mpi;

import java.util.Arrays;

/**
 * Processes as the nodes of a graph.
 *
 * @param graph the graph that all processes know (MPI 3.1 §7.5.3), null for a distributed one
 * @param edges this process's edges of a distributed graph (MPI 3.1 §7.5.4), else null
 */
record GraphTopology(GraphParms graph, DistGraphNeighbors edges) implements CommTopology {
    @Override
    public int kind() {
        return graph != null ? MPI.GRAPH : MPI.DIST_GRAPH;
    }

    @Override
    public Neighborhood neighborhood(int rank) {
        if (graph != null) {
            int[] around = neighbors(rank);
            return Neighborhood.ofGraph(around, around);
        }
        int[] sources = new int[edges.getInDegree()];
        Arrays.setAll(sources, edges::getSource);
        int[] destinations = new int[edges.getOutDegree()];
        Arrays.setAll(destinations, edges::getDestination);
        return Neighborhood.ofGraph(sources, destinations);
    }

    /** Returns the neighbours of a node of the graph that all know. */
    int[] neighbors(int node) {
        int from = node == 0 ? 0 : graph.getIndex(node - 1);
        int[] around = new int[graph.getIndex(node) - from];
        Arrays.setAll(around, i -> graph.getEdge(from + i));
        return around;
    }
}
