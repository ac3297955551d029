import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

import java.util.Locale;

/**
 * NAS Parallel Benchmark FT: solves a diffusion equation by a three-dimensional Fourier transform
 * forward, and one back per time step, checked against the official checksums.
 *
 * <p>Shows: allToAllv that transposes all data, allReduce. Written from the specification (NAS
 * report RNR-94-007, section 2.5, and the verification values of NPB 2 and 3). The planes z are
 * dealt to the ranks in blocks, after a transposition the planes x, so any number of ranks works
 * that is not above either.
 *
 * <pre>./mpirun -np 2 java examples/NasFt.java A</pre>
 */
public final class NasFt {
    private static final String USAGE =
            """
            Usage: mpirun -np N java examples/NasFt.java CLASS
              CLASS   S, W or A: 64x64x64, 128x128x32 or 256x256x128 points
            Prints the result in NPB's manner; the exit code is 1 when verification fails.
            """;

    private static final int ITERATIONS = 6;
    private static final int SAMPLES = 1024;
    private static final int TILE = 8;
    private static final double ALPHA = 1e-6;
    private static final double TOLERANCE = 1e-12;

    /** Points in each direction. */
    private enum Problem {
        S(64, 64, 64),
        W(128, 128, 32),
        A(256, 256, 128);

        final int nx;
        final int ny;
        final int nz;

        Problem(int nx, int ny, int nz) {
            this.nx = nx;
            this.ny = ny;
            this.nz = nz;
        }

        /** The official checksums: real and imaginary, step by step. */
        double[][] checksums() {
            return switch (this) {
                case S ->
                        new double[][] {
                            {5.546087004964e2, 4.845363331978e2},
                            {5.546385409189e2, 4.865304269511e2},
                            {5.546148406171e2, 4.883910722336e2},
                            {5.545423607415e2, 4.901273169046e2},
                            {5.544255039624e2, 4.917475857993e2},
                            {5.542683411902e2, 4.932597244941e2}
                        };
                case W ->
                        new double[][] {
                            {5.673612178944e2, 5.293246849175e2},
                            {5.631436885271e2, 5.282149986629e2},
                            {5.594024089970e2, 5.270996558037e2},
                            {5.560698047020e2, 5.260027904925e2},
                            {5.530898991250e2, 5.249400845633e2},
                            {5.504159734538e2, 5.239212247086e2}
                        };
                case A ->
                        new double[][] {
                            {5.046735008193e2, 5.114047905510e2},
                            {5.059412319734e2, 5.098809666433e2},
                            {5.069376896287e2, 5.098144042213e2},
                            {5.077892868474e2, 5.101336130759e2},
                            {5.085233095391e2, 5.104914655194e2},
                            {5.091487099959e2, 5.107917842803e2}
                        };
            };
        }

        int points() {
            return nx * ny * nz;
        }

        /** Floating point operations, as NPB counts them. */
        double operations() {
            double log = Math.log(points());
            double perStep = 5.23518 + 7.21113 * log;
            return points() * (14.8157 + 7.19641 * log + perStep * ITERATIONS);
        }
    }

    private final Comm comm;
    private final int rank;
    private final int size;
    private final Problem problem;

    /** Rank i owns the planes [firstZ[i], firstZ[i + 1]) of z, and likewise of x. */
    private final int[] firstZ;

    private final int[] firstX;
    private final int planesZ;
    private final int planesX;
    private final Transform alongX;
    private final Transform alongY;
    private final Transform alongZ;

    /** Complex values; by z, y, x in space and by x, y, z as frequencies. */
    private final double[] space;

    private final double[] frequencies;
    private final double[] evolved;

    /** Blocks of the transposition, one per rank. */
    private final double[] outgoing;

    private final double[] incoming;
    private final int[] counts;
    private final int[] starts;
    private final int[] otherCounts;
    private final int[] otherStarts;
    private double secondsInMpi;

    private NasFt(Comm comm, Problem problem) throws MPIException {
        this.comm = comm;
        this.rank = comm.getRank();
        this.size = comm.getSize();
        this.problem = problem;
        this.firstZ = cut(problem.nz);
        this.firstX = cut(problem.nx);
        this.planesZ = firstZ[rank + 1] - firstZ[rank];
        this.planesX = firstX[rank + 1] - firstX[rank];
        this.alongX = new Transform(problem.nx);
        this.alongY = new Transform(problem.ny);
        this.alongZ = new Transform(problem.nz);
        this.space = new double[2 * planesZ * problem.ny * problem.nx];
        this.frequencies = new double[2 * planesX * problem.ny * problem.nz];
        this.evolved = new double[frequencies.length];
        this.outgoing = new double[Math.max(space.length, frequencies.length)];
        this.incoming = new double[outgoing.length];
        this.counts = new int[size];
        this.starts = new int[size];
        this.otherCounts = new int[size];
        this.otherStarts = new int[size];
        for (int i = 0; i < size; i++) {
            counts[i] = 2 * planesZ * problem.ny * (firstX[i + 1] - firstX[i]);
            starts[i] = 2 * planesZ * problem.ny * firstX[i];
            otherCounts[i] = 2 * planesX * problem.ny * (firstZ[i + 1] - firstZ[i]);
            otherStarts[i] = 2 * planesX * problem.ny * firstZ[i];
        }
    }

    private int[] cut(int planes) {
        int[] first = new int[size + 1];
        for (int i = 0; i <= size; i++) {
            first[i] = (int) ((long) planes * i / size);
        }
        return first;
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
                int most = Math.min(problem.nx, problem.nz);
                if (MPI.COMM_WORLD.getSize() <= most) {
                    return new NasFt(MPI.COMM_WORLD, problem).benchmark();
                }
                return complain(speaker, "class " + problem + " has at most " + most + " ranks");
            }
        }
        String given = args.length == 0 ? "nothing" : "'" + String.join(" ", args) + "'";
        return complain(speaker, "needs one class of S, W, A, not " + given + "; try --help");
    }

    private static int complain(boolean speaker, String text) {
        if (speaker) {
            System.err.println("NasFt: " + text);
        }
        return 2;
    }

    private int benchmark() throws MPIException {
        say("%n NAS Parallel Benchmarks, Strata - FT Benchmark%n%n");
        say(" Size: %4d x %4d x %4d%n", problem.nx, problem.ny, problem.nz);
        say(" Iterations: %5d%n Number of processes: %5d%n%n", ITERATIONS, size);

        // One step that is not timed touches all code and data.
        fill();
        forward();
        step(1);
        secondsInMpi = 0;

        comm.barrier();
        double start = MPI.wtime();
        fill();
        forward();
        double[] checksums = new double[2 * ITERATIONS];
        for (int time = 1; time <= ITERATIONS; time++) {
            double[] sum = step(time);
            System.arraycopy(sum, 0, checksums, 2 * (time - 1), 2);
            say(" T = %4d     Checksum = %22.12E %22.12E%n", time, sum[0], sum[1]);
        }
        double[] seconds = {MPI.wtime() - start, secondsInMpi};
        double[] most = new double[1];
        comm.allReduce(seconds, most, 1, MPI.DOUBLE, MPI.MAX);
        comm.allReduce(seconds, 2, MPI.DOUBLE, MPI.SUM);
        return report(checksums, most[0], seconds[1] / seconds[0]);
    }

    /** Fills the space with random complex numbers; the sequence runs along x, then y, then z. */
    private void fill() {
        RandomSequence random = new RandomSequence();
        random.skip(2L * firstZ[rank] * problem.ny * problem.nx);
        for (int i = 0; i < space.length; i++) {
            space[i] = random.next();
        }
    }

    private void forward() throws MPIException {
        transformPlanes(space, 1);
        toFrequencies();
        alongZ.run(frequencies, 0, planesX * problem.ny, 1, problem.nz, 1);
    }

    /** One time step: what has diffused until then, back in space; returns its checksum. */
    private double[] step(int time) throws MPIException {
        evolve(time);
        alongZ.run(evolved, 0, planesX * problem.ny, 1, problem.nz, -1);
        toSpace();
        transformPlanes(space, -1);
        return checksum();
    }

    /** Transforms along x and y in every own plane of z. */
    private void transformPlanes(double[] values, int sign) {
        int plane = 2 * problem.ny * problem.nx;
        for (int z = 0; z < planesZ; z++) {
            alongX.run(values, z * plane, problem.ny, 1, problem.nx, sign);
            alongY.run(values, z * plane, problem.nx, problem.nx, 1, sign);
        }
    }

    /** Multiplies each frequency by its decay until a time. */
    private void evolve(int time) {
        double factor = -4 * ALPHA * Math.PI * Math.PI * time;
        double[] decayZ = decay(problem.nz, factor);
        double[] decayY = decay(problem.ny, factor);
        double[] decayX = decay(problem.nx, factor);
        int at = 0;
        for (int x = 0; x < planesX; x++) {
            for (int y = 0; y < problem.ny; y++) {
                double line = decayX[firstX[rank] + x] * decayY[y];
                for (int z = 0; z < problem.nz; z++) {
                    evolved[at] = frequencies[at] * line * decayZ[z];
                    evolved[at + 1] = frequencies[at + 1] * line * decayZ[z];
                    at += 2;
                }
            }
        }
    }

    /** The exponential of a sum of squares is a product: a factor per direction. */
    private static double[] decay(int n, double factor) {
        double[] decay = new double[n];
        for (int i = 0; i < n; i++) {
            double frequency = i < n / 2 ? i : i - n;
            decay[i] = Math.exp(factor * frequency * frequency);
        }
        return decay;
    }

    /** Sums the values of some places all over the space; the inverse transform's 1 / n is here. */
    private double[] checksum() throws MPIException {
        double[] sum = new double[2];
        for (int j = 1; j <= SAMPLES; j++) {
            int z = 5 * j % problem.nz - firstZ[rank];
            if (z >= 0 && z < planesZ) {
                int y = 3 * j % problem.ny;
                int at = 2 * ((z * problem.ny + y) * problem.nx + j % problem.nx);
                sum[0] += space[at];
                sum[1] += space[at + 1];
            }
        }
        double start = MPI.wtime();
        comm.allReduce(sum, 2, MPI.DOUBLE, MPI.SUM);
        secondsInMpi += MPI.wtime() - start;
        sum[0] /= problem.points();
        sum[1] /= problem.points();
        return sum;
    }

    // ---- transposition ----

    /** From planes of z to planes of x: a block per rank, by z, y, x, becomes one by x, y, z. */
    private void toFrequencies() throws MPIException {
        int at = 0;
        for (int to = 0; to < size; to++) {
            int length = 2 * (firstX[to + 1] - firstX[to]);
            for (int line = 0; line < planesZ * problem.ny; line++) {
                int from = 2 * (line * problem.nx + firstX[to]);
                System.arraycopy(space, from, outgoing, at, length);
                at += length;
            }
        }
        exchange(counts, starts, otherCounts, otherStarts);
        turn(incoming, problem.nz, planesX, frequencies);
    }

    /**
     * Turns values by z, y, x into values by x, y, z, or back with the sizes exchanged: in squares
     * of TILE, whose lines all stay in the cache until they are complete.
     */
    private void turn(double[] from, int rows, int columns, double[] into) {
        for (int y = 0; y < problem.ny; y++) {
            for (int row = 0; row < rows; row += TILE) {
                int lastRow = Math.min(row + TILE, rows);
                for (int column = 0; column < columns; column += TILE) {
                    int lastColumn = Math.min(column + TILE, columns);
                    for (int i = column; i < lastColumn; i++) {
                        int to = 2 * (i * problem.ny + y) * rows;
                        for (int j = row; j < lastRow; j++) {
                            int at = 2 * ((j * problem.ny + y) * columns + i);
                            into[to + 2 * j] = from[at];
                            into[to + 2 * j + 1] = from[at + 1];
                        }
                    }
                }
            }
        }
    }

    /** The way back. */
    private void toSpace() throws MPIException {
        turn(evolved, planesX, problem.nz, outgoing);
        exchange(otherCounts, otherStarts, counts, starts);
        int at = 0;
        for (int of = 0; of < size; of++) {
            int length = 2 * (firstX[of + 1] - firstX[of]);
            for (int line = 0; line < planesZ * problem.ny; line++) {
                int into = 2 * (line * problem.nx + firstX[of]);
                System.arraycopy(incoming, at, space, into, length);
                at += length;
            }
        }
    }

    private void exchange(int[] sent, int[] sentFrom, int[] received, int[] receivedAt)
            throws MPIException {
        double start = MPI.wtime();
        comm.allToAllv(
                outgoing, sent, sentFrom, MPI.DOUBLE, incoming, received, receivedAt, MPI.DOUBLE);
        secondsInMpi += MPI.wtime() - start;
    }

    // ---- the report ----

    private int report(double[] checksums, double seconds, double shareInMpi) {
        boolean right = true;
        double[][] official = problem.checksums();
        for (int i = 0; i < ITERATIONS; i++) {
            double real = official[i][0];
            double imaginary = official[i][1];
            double error = Math.hypot(checksums[2 * i] - real, checksums[2 * i + 1] - imaginary);
            right &= error / Math.hypot(real, imaginary) <= TOLERANCE;
        }
        double rate = problem.operations() / seconds / 1e6;
        String points = problem.nx + "x" + problem.ny + "x" + problem.nz;
        say("%n FT Benchmark Completed.%n");
        say(" Class           =  %23s%n", problem);
        say(" Size            =  %23s%n", points);
        say(" Iterations      =  %23d%n", ITERATIONS);
        say(" Time in seconds =  %23.2f%n", seconds);
        say(" Time in MPI (%%) =  %23.1f%n", 100 * shareInMpi);
        say(" Total processes =  %23d%n", size);
        say(" Mop/s total     =  %23.2f%n", rate);
        say(" Mop/s/process   =  %23.2f%n", rate / size);
        say(" Operation type  =  %23s%n", "floating point");
        say(" Verification    =  %23s%n", right ? "SUCCESSFUL" : "UNSUCCESSFUL");
        return right ? 0 : 1;
    }

    private void say(String format, Object... values) {
        if (rank == 0) {
            System.out.printf(Locale.ROOT, format, values);
        }
    }

    /**
     * Fourier transforms of one length, a power of two; neither direction divides by it. Several
     * lines are transformed at a time, with their real and imaginary parts apart: the innermost
     * loop runs over neighbours in memory, and is long enough in the first passes, too.
     */
    private static final class Transform {
        /** Lines at a time; their values fit into a core's own cache. */
        private static final int LINES = 16;

        private final int n;

        /** Cosines and sines of i / n turns, for the first half turn. */
        private final double[] cosines;

        private final double[] sines;
        private double[] real;
        private double[] imaginary;
        private double[] nextReal;
        private double[] nextImaginary;

        Transform(int n) {
            this.n = n;
            this.cosines = new double[n / 2];
            this.sines = new double[n / 2];
            for (int i = 0; i < n / 2; i++) {
                double angle = 2 * Math.PI * i / n;
                cosines[i] = Math.cos(angle);
                sines[i] = Math.sin(angle);
            }
            this.real = new double[LINES * n];
            this.imaginary = new double[LINES * n];
            this.nextReal = new double[LINES * n];
            this.nextImaginary = new double[LINES * n];
        }

        /**
         * Transforms lines of n complex values in place.
         *
         * @param first place of the first line's first value
         * @param stride complex values from one of a line to the next
         * @param distance complex values from one line to the next
         */
        void run(double[] values, int first, int lines, int stride, int distance, int sign) {
            for (int line = 0; line < lines; line += LINES) {
                int count = Math.min(LINES, lines - line);
                some(values, first + 2 * line * distance, count, stride, distance, sign);
            }
        }

        private void some(
                double[] values, int first, int count, int stride, int distance, int sign) {
            if (distance == 1) {
                for (int i = 0; i < n; i++) {
                    take(values, first + 2 * i * stride, count, i * LINES, 1, 1);
                }
            } else {
                for (int line = 0; line < count; line++) {
                    take(values, first + 2 * line * distance, n, line, LINES, stride);
                }
            }
            for (int half = n / 2, groups = 1; half >= 1; half /= 2, groups *= 2) {
                pass(half, groups, sign);
            }
            if (distance == 1) {
                for (int i = 0; i < n; i++) {
                    put(values, first + 2 * i * stride, count, i * LINES, 1, 1);
                }
            } else {
                for (int line = 0; line < count; line++) {
                    put(values, first + 2 * line * distance, n, line, LINES, stride);
                }
            }
        }

        private void take(double[] values, int from, int count, int into, int step, int stride) {
            double[] r = real;
            double[] i = imaginary;
            for (int k = 0; k < count; k++) {
                r[into + k * step] = values[from + 2 * k * stride];
                i[into + k * step] = values[from + 2 * k * stride + 1];
            }
        }

        private void put(double[] values, int into, int count, int from, int step, int stride) {
            double[] r = real;
            double[] i = imaginary;
            for (int k = 0; k < count; k++) {
                values[into + 2 * k * stride] = r[from + k * step];
                values[into + 2 * k * stride + 1] = i[from + k * step];
            }
        }

        /**
         * One pass of Stockham's algorithm, whose result is in order: the values i and i + n / 2 of
         * every group combine to two neighbours of the next, longer groups.
         */
        private void pass(int half, int groups, int sign) {
            int length = groups * LINES;
            for (int k = 0; k < half; k++) {
                int a = k * length;
                int b = a + half * length;
                combine(a, b, 2 * a, length, cosines[k * groups], -sign * sines[k * groups]);
            }
            double[] done = nextReal;
            nextReal = real;
            real = done;
            done = nextImaginary;
            nextImaginary = imaginary;
            imaginary = done;
        }

        /** Puts sums from c on, and turned differences behind them. */
        private void combine(int a, int b, int c, int length, double cosine, double sine) {
            double[] r = real;
            double[] i = imaginary;
            double[] nextR = nextReal;
            double[] nextI = nextImaginary;
            int d = c + length;
            for (int j = 0; j < length; j++) {
                double real1 = r[a + j];
                double real2 = r[b + j];
                double imaginary1 = i[a + j];
                double imaginary2 = i[b + j];
                double differenceR = real1 - real2;
                double differenceI = imaginary1 - imaginary2;
                nextR[c + j] = real1 + real2;
                nextI[c + j] = imaginary1 + imaginary2;
                nextR[d + j] = differenceR * cosine - differenceI * sine;
                nextI[d + j] = differenceR * sine + differenceI * cosine;
            }
        }
    }

    /** NPB's generator: x = 5^13 x mod 2^46, from 314159265, scaled to (0, 1). */
    private static final class RandomSequence {
        private static final long MULTIPLIER = 1_220_703_125;
        private static final long MASK = (1L << 46) - 1;

        private long state = 314_159_265;

        double next() {
            state = state * MULTIPLIER & MASK;
            return state * 0x1p-46;
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
