import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/**
 * A token travels round the ring of ranks; each rank adds one to it and passes it on.
 *
 * <p>Shows: blocking send and receive, barrier, wall-clock time. The time per hop is the one-way
 * latency of an 8-byte message.
 *
 * <pre>./mpirun -np 4 java examples/Ring.java --laps 100000</pre>
 */
public final class Ring {
    private static final String USAGE =
            """
            Usage: mpirun -np N java examples/Ring.java [--laps L]
              --laps L   times the token goes round (default 10000, fewer if that takes long)
            Each rank prints its host when it first holds the token; rank 0 prints the time per hop.
            """;

    private static final int TOKEN = 1;

    /** Laps without --laps, and about how long they may take, where processors are busy. */
    private static final int USUAL = 10_000;

    private static final int UNSAID = -1;
    private static final int FEWEST = 100;
    private static final double SECONDS = 3;

    private final Comm comm;
    private final int rank;
    private final int size;
    private final long[] token = new long[1];
    private long done;

    private Ring(Comm comm) throws MPIException {
        this.comm = comm;
        this.rank = comm.getRank();
        this.size = comm.getSize();
    }

    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int status = run(args);
        MPI.Finalize();
        if (status != 0) {
            System.exit(status);
        }
    }

    private static int run(String[] args) throws MPIException {
        boolean speaker = MPI.COMM_WORLD.getRank() == 0;
        int laps;
        try {
            laps = parse(args);
        } catch (IllegalArgumentException e) {
            if (speaker) {
                System.err.println("Ring: " + e.getMessage() + "; try --help");
            }
            return 2;
        }
        if (laps == 0) {
            if (speaker) {
                System.out.print(USAGE);
            }
            return 0;
        }
        return new Ring(MPI.COMM_WORLD).travel(laps);
    }

    /**
     * Lets the token travel.
     *
     * @param asked number of laps; {@link #UNSAID}: as many as do not take long
     */
    private int travel(int asked) throws MPIException {
        lap();
        // One println of a whole line is one write; printf's pieces could mix with other ranks'.
        System.out.println("Rank " + rank + " of " + size + " on " + MPI.getProcessorName());
        int laps = asked == UNSAID ? affordable() : asked;
        int warmUp = laps / 10;
        for (int i = 0; i < warmUp; i++) {
            lap();
        }
        comm.barrier();
        double start = MPI.wtime();
        for (int i = 0; i < laps; i++) {
            lap();
        }
        double seconds = MPI.wtime() - start;
        if (rank != 0) {
            return 0;
        }
        long hops = (long) laps * size;
        long expected = done * size;
        System.out.printf(
                "%d laps, %d hops in %.3f s: %.3f us per hop%n",
                laps, hops, seconds, seconds * 1e6 / hops);
        explainCrowd();
        System.out.printf("The token is %d, as it should be: %b%n", token[0], token[0] == expected);
        return token[0] == expected ? 0 : 1;
    }

    /** Returns how many laps to run: rank 0 takes the time of some, and tells the others. */
    private int affordable() throws MPIException {
        double start = MPI.wtime();
        for (int i = 0; i < FEWEST; i++) {
            lap();
        }
        double laps = SECONDS * FEWEST / (MPI.wtime() - start);
        int[] chosen = {(int) Math.clamp(laps, FEWEST, USUAL)};
        comm.bcast(chosen, 1, MPI.INT, 0);
        return chosen[0];
    }

    /** With more ranks than processors a hop costs a change of processes, not a message. */
    private static void explainCrowd() {
        String ranks = System.getenv("OMPI_COMM_WORLD_LOCAL_SIZE");
        int processors = Runtime.getRuntime().availableProcessors();
        if (ranks != null && Integer.parseInt(ranks) > processors) {
            System.out.println(
                    ranks
                            + " ranks share "
                            + processors
                            + " processors: a hop waits for a change of processes; mpirun -np "
                            + processors
                            + " shows the latency of a message.");
        }
    }

    /** The token leaves rank 0, visits everyone and comes back; every rank adds one to it. */
    private void lap() throws MPIException {
        int next = (rank + 1) % size;
        int previous = (rank + size - 1) % size;
        done++;
        if (size == 1) {
            // A blocking send to oneself may wait for the receive, which would never be reached.
            token[0]++;
            comm.sendRecvReplace(token, 1, MPI.LONG, next, TOKEN, previous, TOKEN);
        } else if (rank == 0) {
            token[0]++;
            comm.send(token, 1, MPI.LONG, next, TOKEN);
            comm.recv(token, 1, MPI.LONG, previous, TOKEN);
        } else {
            comm.recv(token, 1, MPI.LONG, previous, TOKEN);
            token[0]++;
            comm.send(token, 1, MPI.LONG, next, TOKEN);
        }
    }

    /** Returns the number of laps, 0 when help is wanted. */
    private static int parse(String[] args) {
        int laps = UNSAID;
        for (int i = 0; i < args.length; i++) {
            switch (args[i]) {
                case "--help" -> {
                    return 0;
                }
                case "--laps" -> laps = positive("--laps", i + 1 < args.length ? args[++i] : "");
                default -> throw new IllegalArgumentException("unknown argument '" + args[i] + "'");
            }
        }
        return laps;
    }

    private static int positive(String option, String text) {
        try {
            int value = Integer.parseInt(text);
            if (value > 0) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Said below, with the option's name.
        }
        throw new IllegalArgumentException(
                option + " needs a whole number from 1 up, not '" + text + "'");
    }
}
