import mpi.MPI;
import mpi.MPIException;

class Hello {
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.getRank();
        int size = MPI.COMM_WORLD.getSize();
        System.out.println("hello from rank " + rank + " of " + size);
        MPI.Finalize();
    }
}
