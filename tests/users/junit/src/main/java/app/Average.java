package app;

import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/** A library of a user's: the average over all ranks. */
public final class Average {
    private Average() {}

    /** Returns the average of one value per rank. */
    public static double of(double value, Comm comm) throws MPIException {
        double[] sum = {value};
        ((mpi.Intracomm) comm).allReduce(sum, 1, MPI.DOUBLE, MPI.SUM);
        return sum[0] / comm.getSize();
    }
}
