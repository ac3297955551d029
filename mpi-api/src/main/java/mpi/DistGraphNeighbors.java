package mpi;

/** A process's edges in a distributed graph topology (MPI 3.1 §7.5.5). */
public final class DistGraphNeighbors {
    private final int[] sources;
    private final int[] sourceWeights;
    private final int[] destinations;
    private final int[] destWeights;
    private final boolean weighted;

    DistGraphNeighbors(
            int[] sources,
            int[] sourceWeights,
            int[] destinations,
            int[] destWeights,
            boolean weighted) {
        this.sources = sources;
        this.sourceWeights = sourceWeights;
        this.destinations = destinations;
        this.destWeights = destWeights;
        this.weighted = weighted;
    }

    /** Returns the number of edges into this process. */
    public int getInDegree() {
        return sources.length;
    }

    /** Returns the number of edges out of this process. */
    public int getOutDegree() {
        return destinations.length;
    }

    /** Returns whether the edges have weights. */
    public boolean isWeighted() {
        return weighted;
    }

    /** Returns the rank that edge {@code i} into this process comes from. */
    public int getSource(int i) {
        return sources[i];
    }

    /** Returns the weight of edge {@code i} into this process. */
    public int getSourceWeight(int i) {
        return sourceWeights[i];
    }

    /** Returns the rank that edge {@code i} out of this process leads to. */
    public int getDestination(int i) {
        return destinations[i];
    }

    /** Returns the weight of edge {@code i} out of this process. */
    public int getDestinationWeight(int i) {
        return destWeights[i];
    }
}
