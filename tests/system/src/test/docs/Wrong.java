import mpi.MPI;
import mpi.MPIException;

/** Rank 1 sends to a rank that is not there. */
class Wrong {
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int[] data = new int[10];
        if (MPI.COMM_WORLD.getRank() == 1) {
            MPI.COMM_WORLD.send(data, 10, MPI.INT, 7, 0);
        }
        MPI.COMM_WORLD.barrier();
        MPI.Finalize();
    }
}
