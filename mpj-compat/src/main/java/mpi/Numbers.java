package mpi;

/**
 * Numbers with a meaning: programs use MPJ Express', the bindings have Open MPI's. What a call gets
 * is converted on the way down, what it returns on the way up. Tier 1 on the way down: ranks and
 * tags that are none of them pass with one comparison.
 */
final class Numbers {
    private static final int CORE_UNDEFINED = org.strata.mpi.MPI.UNDEFINED;

    private Numbers() {}

    /** Returns the bindings' number of a rank to send to. */
    static int dest(int rank) {
        return rank >= 0 ? rank : negative(rank, "destination", false);
    }

    /** Returns the bindings' number of a rank to receive from. */
    static int source(int rank) {
        return rank >= 0 ? rank : negative(rank, "source", true);
    }

    private static int negative(int rank, String role, boolean any) {
        if (rank == MPI.PROC_NULL) {
            return org.strata.mpi.MPI.PROC_NULL;
        } else if (rank == MPI.ANY_SOURCE && any) {
            return org.strata.mpi.MPI.ANY_SOURCE;
        }
        throw MPIException.bad("MPI_ERR_RANK", role + " " + rank + " is not a rank");
    }

    /** Returns the bindings' number of a tag to receive by. */
    static int tag(int tag) {
        if (tag >= 0) {
            return tag;
        } else if (tag == MPI.ANY_TAG) {
            return org.strata.mpi.MPI.ANY_TAG;
        }
        throw MPIException.bad("MPI_ERR_TAG", "tag " + tag + " is negative");
    }

    /** Returns the bindings' number of a colour of Split. */
    static int color(int color) {
        if (color < 0 && color != MPI.UNDEFINED) {
            throw MPIException.bad("MPI_ERR_ARG", "colour " + color + " is negative");
        }
        return color < 0 ? CORE_UNDEFINED : color;
    }

    /** Returns the program's number of a rank, or of none. */
    static int rank(int core) {
        if (core == org.strata.mpi.MPI.PROC_NULL) {
            return MPI.PROC_NULL;
        }
        return core == org.strata.mpi.MPI.ANY_SOURCE ? MPI.ANY_SOURCE : count(core);
    }

    /** Returns the program's number of a message's tag, or of none. */
    static int tagOf(int core) {
        return core == org.strata.mpi.MPI.ANY_TAG ? MPI.ANY_TAG : core;
    }

    /** Returns the program's number of a count or an index, which may be undefined. */
    static int count(int core) {
        return core == CORE_UNDEFINED ? MPI.UNDEFINED : core;
    }

    /** Returns the program's number of a kind of topology. */
    static int topology(int core) {
        if (core == org.strata.mpi.MPI.CART) {
            return MPI.CART;
        }
        return core == org.strata.mpi.MPI.GRAPH ? MPI.GRAPH : MPI.UNDEFINED;
    }

    /** Returns a size, extent or bound of a datatype, which must fit an int. */
    static int known(int core) {
        if (core == CORE_UNDEFINED) {
            String detail = "the datatype reaches over 2^31 elements or more";
            throw MPIException.bad("MPI_ERR_TYPE", detail);
        }
        return core;
    }
}
