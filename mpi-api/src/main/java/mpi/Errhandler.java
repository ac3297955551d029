package mpi;

/**
 * What happens when a call on an object fails (MPI 3.1 §8.3): one of {@link MPI#ERRORS_ARE_FATAL},
 * {@link MPI#ERRORS_ABORT} and {@link MPI#ERRORS_RETURN}.
 */
public final class Errhandler {
    /** The predefined reactions. */
    enum Kind {
        /** The job ends. */
        FATAL("MPI_ERRORS_ARE_FATAL"),
        /** The processes of the object end; the library ends the job. */
        ABORT("MPI_ERRORS_ABORT"),
        /** The call throws MPIException. */
        RETURN("MPI_ERRORS_RETURN");

        final String symbol;

        Kind(String symbol) {
            this.symbol = symbol;
        }
    }

    /** Here and not in MPI alone, so that a communicator can be made before MPI's constants. */
    static final Errhandler FATAL = new Errhandler(Kind.FATAL);

    final Kind kind;

    Errhandler(Kind kind) {
        this.kind = kind;
    }

    @Override
    public String toString() {
        return kind.symbol;
    }
}
