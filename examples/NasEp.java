import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

import java.util.Arrays;
import java.util.Locale;

/**
 * NAS Parallel Benchmark EP: makes pairs of random numbers with a normal distribution and counts
 * them in square rings, checked against the official sums. The ranks exchange nothing but results.
 *
 * <p>Shows: allReduce. Written from the specification (NAS report RNR-94-007, section 2.2, and the
 * verification values of NPB 2 and 3). Any number of ranks works: each takes a block of the one
 * random sequence, to which it jumps in logarithmic time.
 *
 * <pre>./mpirun -np 2 java examples/NasEp.java A</pre>
 */
public final class NasEp {
    private static final String USAGE =
            """
            Usage: mpirun -np N java examples/NasEp.java CLASS
              CLASS   S, W, A or B: 2^24, 2^25, 2^28 or 2^30 pairs
            Prints the result in NPB's manner; the exit code is 1 when verification fails.
            """;

    private static final double TOLERANCE = 1e-8;
    private static final int RINGS = 10;

    /** Pairs whose random numbers are drawn at a time. */
    private static final int BATCH = 1 << 12;

    /** Logarithm of the number of pairs, and the official sums. */
    private enum Problem {
        S(24, -3.247834652034740e3, -6.958407078382297e3),
        W(25, -2.863319731645753e3, -6.320053679109499e3),
        A(28, -4.295875165629892e3, -1.580732573678431e4),
        B(30, 4.033815542441498e4, -2.660669192809235e4);

        final long pairs;
        final double sumX;
        final double sumY;

        Problem(int bits, double sumX, double sumY) {
            this.pairs = 1L << bits;
            this.sumX = sumX;
            this.sumY = sumY;
        }
    }

    private final Comm comm;
    private final int rank;
    private final int size;
    private final Problem problem;

    /** Sums of the deviates, then how many are in each ring: parts, then of all ranks. */
    private final double[] results = new double[2 + RINGS];

    private double secondsInMpi;

    private NasEp(Comm comm, Problem problem) throws MPIException {
        this.comm = comm;
        this.rank = comm.getRank();
        this.size = comm.getSize();
        this.problem = problem;
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
        if (args.length == 1 && args[0].equals("--help")) {
            if (speaker) {
                System.out.print(USAGE);
            }
            return 0;
        }
        for (Problem problem : Problem.values()) {
            if (args.length == 1 && args[0].equalsIgnoreCase(problem.name())) {
                return new NasEp(MPI.COMM_WORLD, problem).benchmark();
            }
        }
        if (speaker) {
            String given = args.length == 0 ? "nothing" : "'" + String.join(" ", args) + "'";
            System.err.println(
                    "NasEp: needs one class of S, W, A, B, not " + given + "; try --help");
        }
        return 2;
    }

    private int benchmark() throws MPIException {
        say("%n NAS Parallel Benchmarks, Strata - EP Benchmark%n%n");
        say(" Number of random numbers: %15d%n", 2 * problem.pairs);
        say(" Number of active processes: %5d%n", size);

        // Some pairs that are not timed touch all code and data.
        count(0, 64 * BATCH);
        reduce();
        Arrays.fill(results, 0);
        secondsInMpi = 0;

        comm.barrier();
        double start = MPI.wtime();
        count(problem.pairs * rank / size, problem.pairs * (rank + 1) / size);
        reduce();
        double[] seconds = {MPI.wtime() - start, secondsInMpi};
        double[] most = new double[1];
        comm.allReduce(seconds, most, 1, MPI.DOUBLE, MPI.MAX);
        comm.allReduce(seconds, 2, MPI.DOUBLE, MPI.SUM);
        return report(most[0], seconds[1] / seconds[0]);
    }

    private void reduce() throws MPIException {
        double start = MPI.wtime();
        comm.allReduce(results, results.length, MPI.DOUBLE, MPI.SUM);
        secondsInMpi += MPI.wtime() - start;
    }

    /** Makes the deviates of the pairs [from, to) and counts them. */
    private void count(long from, long to) {
        RandomSequence random = new RandomSequence();
        random.skip(2 * from);
        double[] numbers = new double[2 * BATCH];
        for (long first = from; first < to; first += BATCH) {
            int pairs = (int) Math.min(BATCH, to - first);
            random.fill(numbers, 2 * pairs);
            countBatch(numbers, pairs);
        }
    }

    /** Marsaglia's polar method: of the points in the square, those in the unit circle count. */
    private void countBatch(double[] numbers, int pairs) {
        double sumX = 0;
        double sumY = 0;
        for (int i = 0; i < pairs; i++) {
            double x = 2 * numbers[2 * i] - 1;
            double y = 2 * numbers[2 * i + 1] - 1;
            double square = x * x + y * y;
            if (square <= 1) {
                double scale = Math.sqrt(-2 * Math.log(square) / square);
                double deviateX = x * scale;
                double deviateY = y * scale;
                results[2 + (int) Math.max(Math.abs(deviateX), Math.abs(deviateY))]++;
                sumX += deviateX;
                sumY += deviateY;
            }
        }
        results[0] += sumX;
        results[1] += sumY;
    }

    private int report(double seconds, double shareInMpi) {
        double errorX = Math.abs((results[0] - problem.sumX) / problem.sumX);
        double errorY = Math.abs((results[1] - problem.sumY) / problem.sumY);
        boolean right = errorX <= TOLERANCE && errorY <= TOLERANCE;
        double rate = 2.0 * problem.pairs / seconds / 1e6;
        say("%n Sums = %25.15E %25.15E%n Counts:%n", results[0], results[1]);
        long pairs = 0;
        for (int ring = 0; ring < RINGS; ring++) {
            pairs += (long) results[2 + ring];
            say(" %3d %15.0f%n", ring, results[2 + ring]);
        }
        say(" No. of Gaussian pairs = %15d%n", pairs);
        say("%n EP Benchmark Completed.%n");
        say(" Class           =  %23s%n", problem);
        say(" Size            =  %23d%n", 2 * problem.pairs);
        say(" Iterations      =  %23d%n", 0);
        say(" Time in seconds =  %23.2f%n", seconds);
        say(" Time in MPI (%%) =  %23.1f%n", 100 * shareInMpi);
        say(" Total processes =  %23d%n", size);
        say(" Mop/s total     =  %23.2f%n", rate);
        say(" Mop/s/process   =  %23.2f%n", rate / size);
        say(" Operation type  =  %23s%n", "random numbers generated");
        say(" Verification    =  %23s%n", right ? "SUCCESSFUL" : "UNSUCCESSFUL");
        return right ? 0 : 1;
    }

    private void say(String format, Object... values) {
        if (rank == 0) {
            System.out.printf(Locale.ROOT, format, values);
        }
    }

    /** NPB's generator: x = 5^13 x mod 2^46, from 271828183, scaled to (0, 1). */
    private static final class RandomSequence {
        private static final long MULTIPLIER = 1_220_703_125;
        private static final long MASK = (1L << 46) - 1;

        private long state = 271_828_183;

        void fill(double[] numbers, int count) {
            long x = state;
            for (int i = 0; i < count; i++) {
                x = x * MULTIPLIER & MASK;
                numbers[i] = x * 0x1p-46;
            }
            state = x;
        }

        /** Skips numbers in logarithmic time: multiplies by a power of the multiplier. */
        void skip(long numbers) {
            long power = MULTIPLIER;
            for (long n = numbers; n > 0; n >>= 1) {
                if ((n & 1) == 1) {
                    state = state * power & MASK;
                }
                power = power * power & MASK;
            }
        }
    }
}
