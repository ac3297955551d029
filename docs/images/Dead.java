import mpi.MPI;
import mpi.MPIException;

/** Rank 0 waits for tag 7, rank 1 has sent tag 8: what README shows of a job that hangs. */
class Dead {
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int[] value = new int[1];
        if (MPI.COMM_WORLD.getRank() == 0) {
            MPI.COMM_WORLD.recv(value, 1, MPI.INT, 1, 7);
        } else if (MPI.COMM_WORLD.getRank() == 1) {
            MPI.COMM_WORLD.send(value, 1, MPI.INT, 0, 8);
        }
        MPI.COMM_WORLD.barrier();
        MPI.Finalize();
    }
}
