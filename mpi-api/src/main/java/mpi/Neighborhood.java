package mpi;

/**
 * The neighbours of a process in neighbourhood collectives (MPI 3.1 §7.6), in the order of its
 * buffers' blocks. Ranks may be MPI_PROC_NULL. Channels distinguish messages between the same two
 * processes along different edges.
 *
 * @param sources ranks that blocks are received from
 * @param sourceChannels channel of each of those messages
 * @param destinations ranks that blocks are sent to
 * @param destinationChannels channel of each of those messages
 * @param channels number of channels, the same at all processes
 */
record Neighborhood(
        int[] sources,
        int[] sourceChannels,
        int[] destinations,
        int[] destinationChannels,
        int channels) {
    /** Edges of a graph: several between the same two processes keep their order. */
    static Neighborhood ofGraph(int[] sources, int[] destinations) {
        return new Neighborhood(
                sources, new int[sources.length], destinations, new int[destinations.length], 1);
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
