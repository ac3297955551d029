import mpi.MPI;
import mpi.MPIException;

/** Sends to a rank that is not there. */
class Wrong {
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int[] data = new int[10];
        MPI.COMM_WORLD.send(data, 10, MPI.INT, 7, 0);
        MPI.Finalize();
    }
}
