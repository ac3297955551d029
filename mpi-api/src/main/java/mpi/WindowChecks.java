package mpi;

/** Checks of the arguments that many calls on windows share. */
final class WindowChecks {
    private WindowChecks() {}

    /** Checks that MPI is running and that a window is not null; returns the runtime. */
    static MpiRuntime runtime(MpiWindow window, String call) throws MPIException {
        MpiRuntime runtime = MpiRuntime.current();
        if (window.comm.isNull()) {
            throw Errors.raise(null, MPI.ERR_WIN, call, "the window was freed");
        }
        return runtime;
    }

    /** Throws RMA_SYNC with what {@link Epochs} has found, if it has found something. */
    static void epoch(MpiWindow window, String call, String wrong) throws MPIException {
        if (wrong != null) {
            throw Errors.raise(window.comm, MPI.ERR_RMA_SYNC, call, wrong);
        }
    }

    static void rank(MpiWindow window, String call, int rank) throws MPIException {
        if (rank < 0 || rank >= window.size()) {
            String detail = "target " + rank + " is not a rank of a window of " + window.size();
            throw Errors.raise(window.comm, MPI.ERR_RANK, call, detail);
        }
    }

    static void assertion(MpiWindow window, String call, int assertion, int allowed)
            throws MPIException {
        if ((assertion & ~allowed) != 0) {
            String detail = "assertion " + assertion + " has bits other than " + allowed;
            throw Errors.raise(window.comm, MPI.ERR_ASSERT, call, detail);
        }
    }
}
