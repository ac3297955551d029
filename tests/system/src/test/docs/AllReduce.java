import mpi.MPI;
import mpi.MPIException;

class AllReduce {
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        double[] values = {MPI.COMM_WORLD.getRank(), 1.0};
        MPI.COMM_WORLD.allReduce(values, 2, MPI.DOUBLE, MPI.SUM);
        if (MPI.COMM_WORLD.getRank() == 0) {
            System.out.println("sum of the ranks " + values[0] + ", number of ranks " + values[1]);
        }
        MPI.Finalize();
    }
}
