import mpi.MPI;

import java.util.Arrays;

/** Prints the arguments that a program of MPJ Express gets. */
public class Arguments {
    public static void main(String[] args) {
        String[] own = MPI.initThread(MPI.THREAD_SINGLE, MPI.THREAD_SINGLE, args);
        String ranks = MPI.COMM_WORLD.Rank() + " of " + MPI.COMM_WORLD.Size();
        String main = "main " + Arrays.toString(args);
        String init = "Init " + Arrays.toString(own);
        System.out.println(ranks + ": " + main + ", " + init + ", " + System.getProperty("name"));
        MPI.Finalize();
    }
}
