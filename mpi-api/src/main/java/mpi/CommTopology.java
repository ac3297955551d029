package mpi;

/** The topology of a communicator (MPI 3.1 chapter 7). */
interface CommTopology {
    /** Returns {@link MPI#CART}, {@link MPI#GRAPH} or {@link MPI#DIST_GRAPH}. */
    int kind();

    /** Returns the neighbours of this process, whose rank is given. */
    Neighborhood neighborhood(int rank);
}
