import mpi.MPI;
import mpi.MPIException;

import java.util.Arrays;

/**
 * The smallest MPI program: every rank says who it is and where it runs.
 *
 * <p>Shows: Init, rank, size, processor name, Finalize.
 *
 * <pre>./mpirun -np 4 java examples/HelloWorld.java</pre>
 */
public final class HelloWorld {
    private static final String USAGE =
            """
            Usage: mpirun -np N java examples/HelloWorld.java
            Every rank prints one line: its rank, the number of ranks, its host and process.
            """;

    private HelloWorld() {}

    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int status = run(args);
        MPI.Finalize();
        if (status != 0) {
            System.exit(status);
        }
    }

    private static int run(String[] args) throws MPIException {
        int rank = MPI.COMM_WORLD.getRank();
        if (Arrays.asList(args).contains("--help")) {
            if (rank == 0) {
                System.out.print(USAGE);
            }
            return 0;
        }
        if (args.length > 0) {
            if (rank == 0) {
                System.err.println("HelloWorld: unknown argument '" + args[0] + "'; try --help");
            }
            return 2;
        }
        // One println of a whole line is one write; printf's pieces could mix with other ranks'.
        System.out.println(
                "Hello from rank %d of %d on %s, process %d"
                        .formatted(
                                rank,
                                MPI.COMM_WORLD.getSize(),
                                MPI.getProcessorName(),
                                ProcessHandle.current().pid()));
        return 0;
    }
}
