import mpi.MPI;
import mpi.MPIException;

import java.util.SplittableRandom;

/**
 * Estimates pi from random points in the unit square: the share inside the quarter circle is pi/4.
 *
 * <p>Shows: dealing independent work to ranks, reduce. The points come from 1024 random streams
 * split from one seed and dealt round the ranks, so the same seed gives the same estimate, to the
 * last bit, for every number of ranks.
 *
 * <pre>./mpirun -np 4 java examples/MonteCarloPi.java --points 200000000 --seed 7</pre>
 */
public final class MonteCarloPi {
    private static final String USAGE =
            """
            Usage: mpirun -np N java examples/MonteCarloPi.java [--points P] [--seed S]
              --points P   random points in all (default 100000000)
              --seed S     seed of the random streams (default 1)
            Rank 0 prints the estimate, its error and the points per second.
            """;

    private static final int STREAMS = 1024;

    private MonteCarloPi() {}

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
        Options options;
        try {
            options = Options.parse(args);
        } catch (IllegalArgumentException e) {
            if (speaker) {
                System.err.println("MonteCarloPi: " + e.getMessage() + "; try --help");
            }
            return 2;
        }
        if (options.help()) {
            if (speaker) {
                System.out.print(USAGE);
            }
            return 0;
        }
        return estimate(options);
    }

    private static int estimate(Options options) throws MPIException {
        int rank = MPI.COMM_WORLD.getRank();
        int size = MPI.COMM_WORLD.getSize();
        MPI.COMM_WORLD.barrier();
        double start = MPI.wtime();
        SplittableRandom root = new SplittableRandom(options.seed());
        long hits = 0;
        for (int stream = 0; stream < STREAMS; stream++) {
            SplittableRandom random = root.split();
            if (stream % size == rank) {
                long from = options.points() * stream / STREAMS;
                long to = options.points() * (stream + 1) / STREAMS;
                hits += throwPoints(random, to - from);
            }
        }
        long[] inside = {hits};
        MPI.COMM_WORLD.reduce(inside, 1, MPI.LONG, MPI.SUM, 0);
        double seconds = MPI.wtime() - start;
        return rank == 0 ? report(options.points(), inside[0], seconds, size) : 0;
    }

    private static long throwPoints(SplittableRandom random, long points) {
        long hits = 0;
        for (long i = 0; i < points; i++) {
            double x = random.nextDouble();
            double y = random.nextDouble();
            if (x * x + y * y < 1) {
                hits++;
            }
        }
        return hits;
    }

    private static int report(long points, long inside, double seconds, int ranks) {
        double pi = 4.0 * inside / points;
        double share = Math.PI / 4;
        double standardError = 4 * Math.sqrt(share * (1 - share) / points);
        double error = Math.abs(pi - Math.PI);
        System.out.printf("pi is about %.9f from %d points on %d ranks%n", pi, points, ranks);
        System.out.printf("error %.3g, %.2f standard errors%n", error, error / standardError);
        System.out.printf("%.3f s, %.1f million points/s%n", seconds, points / seconds / 1e6);
        // Five standard errors happen by chance once in two million runs: something is wrong then.
        return error <= 5 * standardError ? 0 : 1;
    }

    private record Options(boolean help, long points, long seed) {
        static Options parse(String[] args) {
            boolean help = false;
            long points = 100_000_000;
            long seed = 1;
            for (int i = 0; i < args.length; i++) {
                String value = i + 1 < args.length ? args[i + 1] : "";
                switch (args[i]) {
                    case "--help" -> help = true;
                    case "--points" -> points = number(args[i++], value, 1, 1L << 50);
                    case "--seed" ->
                            seed = number(args[i++], value, Long.MIN_VALUE, Long.MAX_VALUE);
                    default ->
                            throw new IllegalArgumentException(
                                    "unknown argument '" + args[i] + "'");
                }
            }
            return new Options(help, points, seed);
        }

        private static long number(String option, String text, long least, long most) {
            try {
                long value = Long.parseLong(text);
                if (value >= least && value <= most) {
                    return value;
                }
            } catch (NumberFormatException e) {
                // Said below, with the option's name.
            }
            throw new IllegalArgumentException(
                    option
                            + " needs a whole number from "
                            + least
                            + " to "
                            + most
                            + ", not '"
                            + text
                            + "'");
        }
    }
}
