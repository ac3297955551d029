import mpi.MPI;
import mpi.MPIException;

/** The shortest job: the start-up cache of mpirun itself is trained with it. */
public final class HelloWarmup {
    private HelloWarmup() {}

    /** Says hello, as the first program of most users does. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        System.out.println("Hello from rank " + MPI.COMM_WORLD.getRank());
        MPI.Finalize();
    }
}
