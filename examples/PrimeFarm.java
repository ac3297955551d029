import mpi.Intercomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;

/**
 * Counts primes with workers that the program starts by itself: spawn, an inter-communicator's
 * messages, a reduction to the other group, disconnect.
 *
 * <p>The ranks that mpirun starts are the masters; rank 0 deals out ranges of numbers to whoever
 * asks for one, so that fast workers do more.
 */
public final class PrimeFarm {
    private static final String HELP =
            """
            PrimeFarm: counts primes with workers that the program spawns.

              ./mpirun -np 1 java examples/PrimeFarm.java [--workers N] [--limit N]

              --workers N   processes to spawn (default 3)
              --limit N     counts the primes below N (default 2000000)
            """;

    private static final int ASK = 1;
    private static final int RANGE = 2;
    private static final int PIECE = 20_000;

    private PrimeFarm() {}

    public static void main(String[] args) throws MPIException {
        if (List.of(args).contains("--help")) {
            System.out.print(HELP);
            return;
        }
        MPI.Init(args);
        Intercomm masters = Intercomm.getParent();
        boolean right = true;
        if (masters.isNull()) {
            right = deal(option(args, "--workers", 3), option(args, "--limit", 2_000_000));
        } else {
            work(masters);
        }
        MPI.Finalize();
        System.exit(right ? 0 : 1);
    }

    private static int option(String[] args, String name, int usual) {
        int at = List.of(args).indexOf(name);
        return at < 0 ? usual : Integer.parseInt(args[at + 1]);
    }

    /** The masters: start the workers, deal out the ranges, and print what the workers found. */
    private static boolean deal(int count, int limit) throws MPIException {
        int rank = MPI.COMM_WORLD.getRank();
        int[] errors = new int[count];
        Intercomm workers =
                MPI.COMM_WORLD.spawn("java", ownCommand(), count, MPI.INFO_NULL, 0, errors);
        if (rank == 0) {
            int stopped = 0;
            for (int from = 0; stopped < count; from += PIECE) {
                Status asked = workers.recv(null, 0, MPI.INT, MPI.ANY_SOURCE, ASK);
                int[] range = {Math.min(from, limit), Math.min(from + PIECE, limit)};
                workers.send(range, 2, MPI.INT, asked.getSource(), RANGE);
                stopped += range[0] == range[1] ? 1 : 0;
                from = Math.min(from, limit);
            }
        }
        int[] found = new int[1];
        workers.reduce(null, found, 1, MPI.INT, MPI.SUM, rank == 0 ? MPI.ROOT : MPI.PROC_NULL);
        workers.disconnect();
        boolean[] right = {found[0] == primes(0, limit)};
        MPI.COMM_WORLD.bcast(right, 1, MPI.BOOLEAN, 0);
        if (rank == 0) {
            System.out.println(
                    found[0] + " primes below " + limit + ", as it should be: " + right[0]);
        }
        return right[0];
    }

    /** A worker: asks for ranges until it gets an empty one. */
    private static void work(Intercomm masters) throws MPIException {
        int[] range = {0, 0};
        int[] found = {0};
        do {
            masters.send(null, 0, MPI.INT, 0, ASK);
            masters.recv(range, 2, MPI.INT, 0, RANGE);
            found[0] += primes(range[0], range[1]);
        } while (range[0] < range[1]);
        masters.reduce(found, null, 1, MPI.INT, MPI.SUM, 0);
        masters.disconnect();
    }

    private static int primes(int from, int to) {
        int count = 0;
        for (int n = Math.max(2, from); n < to; n++) {
            boolean prime = true;
            for (int d = 2; prime && (long) d * d <= n; d++) {
                prime = n % d != 0;
            }
            count += prime ? 1 : 0;
        }
        return count;
    }

    /** Returns what follows "java" to start this program: its source file, or its class path. */
    private static String[] ownCommand() {
        try {
            URI place = PrimeFarm.class.getProtectionDomain().getCodeSource().getLocation().toURI();
            String path = Path.of(place).toString();
            return path.endsWith(".java")
                    ? new String[] {path}
                    : new String[] {"-cp", path, PrimeFarm.class.getName()};
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
