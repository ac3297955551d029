import mpi.MPI;
import mpi.MPIException;

/** The sum of all ranks' numbers, counted from 1. */
public class Sum {
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int[] sum = {MPI.COMM_WORLD.getRank() + 1};
        MPI.COMM_WORLD.allReduce(sum, 1, MPI.INT, MPI.SUM);
        System.out.println("sum " + sum[0]);
        MPI.Finalize();
    }
}
