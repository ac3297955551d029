import mpi.MPI;
import mpi.MPIException;

/** Both ranks receive first. */
class Hang {
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int other = 1 - MPI.COMM_WORLD.getRank();
        int[] one = {0};
        MPI.COMM_WORLD.recv(one, 1, MPI.INT, other, 7);
        MPI.COMM_WORLD.send(one, 1, MPI.INT, other, 7);
        MPI.Finalize();
    }
}
