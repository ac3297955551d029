package mpi;

/** Runs calls of the bindings, whose exception is checked and not the program's. */
final class Core {
    private Core() {}

    /** A call that returns something. */
    interface Call<T> {
        T run() throws org.strata.mpi.MPIException;
    }

    /** A call that returns nothing. */
    interface Action {
        void run() throws org.strata.mpi.MPIException;
    }

    /** Checks that the program has not called Finalize; the bindings may still run. */
    static void check() {
        if (MPI.hasEnded()) {
            throw new MPIException("MPI is finalized.");
        }
    }

    static <T> T get(Call<T> call) {
        check();
        try {
            return call.run();
        } catch (org.strata.mpi.MPIException e) {
            throw MPIException.of(e);
        }
    }

    static void run(Action action) {
        check();
        try {
            action.run();
        } catch (org.strata.mpi.MPIException e) {
            throw MPIException.of(e);
        }
    }
}
