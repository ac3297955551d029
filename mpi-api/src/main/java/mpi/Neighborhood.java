package mpi;

import java.util.Arrays;

/**
 * The neighbours of a process in neighbourhood collectives (MPI 3.1 §7.6), in the order of its
 * buffers' blocks. Ranks may be MPI_PROC_NULL. Tags distinguish messages between the same two
 * processes along different edges.
 *
 * @param sources ranks that blocks are received from
 * @param sourceTags tag of each of those messages
 * @param destinations ranks that blocks are sent to
 * @param destinationTags tag of each of those messages
 */
record Neighborhood(int[] sources, int[] sourceTags, int[] destinations, int[] destinationTags) {
    /** Edges of a graph: several between the same two processes keep their order. */
    static Neighborhood ofGraph(int[] sources, int[] destinations) {
        return new Neighborhood(
                sources,
                same(sources.length, PairwiseMessages.NEIGHBOR_TAG),
                destinations,
                same(destinations.length, PairwiseMessages.NEIGHBOR_TAG));
    }

    private static int[] same(int count, int tag) {
        int[] tags = new int[count];
        Arrays.fill(tags, tag);
        return tags;
    }

    /** Returns how many blocks are sent. */
    int outDegree() {
        return destinations.length;
    }

    /** Returns how many blocks are received. */
    int inDegree() {
        return sources.length;
    }
}
