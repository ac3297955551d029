package nas;

import mpi.MPI;
import mpi.MPIException;

/** The time that a rank spends in calls of MPI. */
final class MpiTimer {
    private double seconds;
    private double since;

    void enter() throws MPIException {
        since = MPI.wtime();
    }

    void leave() throws MPIException {
        seconds += MPI.wtime() - since;
    }

    void reset() {
        seconds = 0;
    }

    double seconds() {
        return seconds;
    }
}
