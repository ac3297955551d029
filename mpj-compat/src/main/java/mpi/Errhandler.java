package mpi;

/** What happens when a call fails: {@link MPI#ERRORS_RETURN} or {@link MPI#ERRORS_ARE_FATAL}. */
public class Errhandler {
    final org.strata.mpi.Errhandler core;

    Errhandler(org.strata.mpi.Errhandler core) {
        this.core = core;
    }

    /** Returns the program's handler of the bindings' one. */
    static Errhandler of(org.strata.mpi.Errhandler core) {
        return core == MPI.ERRORS_RETURN.core ? MPI.ERRORS_RETURN : MPI.ERRORS_ARE_FATAL;
    }
}
