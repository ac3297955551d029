import mpi.MPI;
import mpi.MPIException;

/** Rank 2 names another root. */
class Roots {
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int me = MPI.COMM_WORLD.getRank();
        int[] data = new int[4];
        MPI.COMM_WORLD.bcast(data, 4, MPI.INT, me == 2 ? 1 : 0);
        MPI.Finalize();
    }
}
