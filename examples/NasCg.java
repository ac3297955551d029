import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

import java.util.Arrays;
import java.util.Locale;

/**
 * NAS Parallel Benchmark CG: the smallest eigenvalue of a large sparse symmetric matrix, by inverse
 * iteration with the conjugate gradient method, checked against the official value.
 *
 * <p>Shows: allGatherv in place, allReduce, bcast. Written from the specification (NAS report
 * RNR-94-007, section 2.4, and the verification values of NPB 2 and 3). The rows of the matrix are
 * dealt to the ranks in blocks, so any number of ranks works, unlike NPB's own two-dimensional
 * layout, which needs a power of two.
 *
 * <pre>./mpirun -np 2 java examples/NasCg.java A</pre>
 */
public final class NasCg {
    private static final String USAGE =
            """
            Usage: mpirun -np N java examples/NasCg.java CLASS
              CLASS   S, W, A or B: 1400, 7000, 14000 or 75000 rows
            Prints the result in NPB's manner; the exit code is 1 when verification fails.
            """;

    private static final int INNER_ITERATIONS = 25;
    private static final double CONDITION = 0.1;
    private static final double TOLERANCE = 1e-10;

    /** Size, off-diagonal numbers per random vector, iterations, shift, and the right answer. */
    private enum Problem {
        S(1400, 7, 15, 10, 8.5971775078648),
        W(7000, 8, 15, 12, 10.362595087124),
        A(14000, 11, 15, 20, 17.130235054029),
        B(75000, 13, 75, 60, 22.712745482631);

        final int rows;
        final int nonzeros;
        final int iterations;
        final double shift;
        final double zeta;

        Problem(int rows, int nonzeros, int iterations, double shift, double zeta) {
            this.rows = rows;
            this.nonzeros = nonzeros;
            this.iterations = iterations;
            this.shift = shift;
            this.zeta = zeta;
        }

        /** Floating point operations, as NPB counts them. */
        double operations() {
            double product = nonzeros * (nonzeros + 1.0);
            return 2.0 * iterations * rows * (3 + product + INNER_ITERATIONS * (5 + product) + 3);
        }
    }

    private final Comm comm;
    private final int rank;
    private final int size;
    private final Problem problem;

    /** Rows of each rank: how many, and the first. */
    private final int[] counts;

    private final int[] firsts;
    private final int first;
    private final int rows;
    private final Matrix matrix;

    /** The vector that a product needs whole; every rank owns, and writes, its block of it. */
    private final double[] shared;

    /** Own blocks of the vectors of the method. */
    private final double[] x;

    private final double[] z;
    private final double[] p;
    private final double[] q;
    private final double[] r;

    private double secondsInMpi;

    private NasCg(Comm comm, Problem problem) throws MPIException {
        this.comm = comm;
        this.rank = comm.getRank();
        this.size = comm.getSize();
        this.problem = problem;
        this.counts = new int[size];
        this.firsts = new int[size];
        for (int i = 0; i < size; i++) {
            firsts[i] = (int) ((long) problem.rows * i / size);
            counts[i] = (int) ((long) problem.rows * (i + 1) / size) - firsts[i];
        }
        this.first = firsts[rank];
        this.rows = counts[rank];
        this.matrix = new Generator(problem).rows(first, first + rows);
        this.shared = new double[problem.rows];
        this.x = new double[rows];
        this.z = new double[rows];
        this.p = new double[rows];
        this.q = new double[rows];
        this.r = new double[rows];
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
                return new NasCg(MPI.COMM_WORLD, problem).benchmark();
            }
        }
        if (speaker) {
            String given = args.length == 0 ? "nothing" : "'" + String.join(" ", args) + "'";
            System.err.println(
                    "NasCg: needs one class of S, W, A, B, not " + given + "; try --help");
        }
        return 2;
    }

    private int benchmark() throws MPIException {
        say("%n NAS Parallel Benchmarks, Strata - CG Benchmark%n%n");
        say(" Size: %10d%n Iterations: %5d%n", problem.rows, problem.iterations);
        say(" Number of active processes: %5d%n%n", size);
        say("   iteration           ||r||                 zeta%n");

        // One iteration that is not timed touches all code and data.
        Arrays.fill(x, 1);
        iterate();
        Arrays.fill(x, 1);
        secondsInMpi = 0;

        comm.barrier();
        double start = MPI.wtime();
        double zeta = 0;
        for (int i = 1; i <= problem.iterations; i++) {
            double residual = conjugateGradient();
            zeta = nextVector();
            say("    %5d       %20.14E  %20.13f%n", i, residual, zeta);
        }
        double[] seconds = {MPI.wtime() - start, secondsInMpi};
        double[] most = new double[1];
        comm.allReduce(seconds, most, 1, MPI.DOUBLE, MPI.MAX);
        comm.allReduce(seconds, 2, MPI.DOUBLE, MPI.SUM);
        return report(zeta, most[0], seconds[1] / seconds[0]);
    }

    private void iterate() throws MPIException {
        conjugateGradient();
        nextVector();
    }

    /** Normalizes z to the next x and returns the estimate of the eigenvalue. */
    private double nextVector() throws MPIException {
        double[] products = {dot(x, z), dot(z, z)};
        sumUp(products);
        double scale = 1 / Math.sqrt(products[1]);
        for (int i = 0; i < rows; i++) {
            x[i] = scale * z[i];
        }
        return problem.shift + 1 / products[0];
    }

    /** Solves A z = x approximately and returns the norm of what is missing. */
    private double conjugateGradient() throws MPIException {
        Arrays.fill(z, 0);
        System.arraycopy(x, 0, r, 0, rows);
        System.arraycopy(x, 0, p, 0, rows);
        double rho = sum(dot(r, r));
        for (int k = 0; k < INNER_ITERATIONS; k++) {
            multiply(p);
            double alpha = rho / sum(dot(p, q));
            for (int i = 0; i < rows; i++) {
                z[i] += alpha * p[i];
                r[i] -= alpha * q[i];
            }
            double previous = rho;
            rho = sum(dot(r, r));
            double beta = rho / previous;
            for (int i = 0; i < rows; i++) {
                p[i] = r[i] + beta * p[i];
            }
        }
        multiply(z);
        double missing = 0;
        for (int i = 0; i < rows; i++) {
            double difference = x[i] - q[i];
            missing += difference * difference;
        }
        return Math.sqrt(sum(missing));
    }

    /** q = A v: every rank needs the whole of v and computes its own rows of q. */
    private void multiply(double[] v) throws MPIException {
        System.arraycopy(v, 0, shared, first, rows);
        double start = MPI.wtime();
        comm.allGatherv(shared, counts, firsts, MPI.DOUBLE);
        secondsInMpi += MPI.wtime() - start;
        matrix.multiply(shared, q);
    }

    private double sum(double part) throws MPIException {
        double[] whole = {part};
        sumUp(whole);
        return whole[0];
    }

    private void sumUp(double[] parts) throws MPIException {
        double start = MPI.wtime();
        comm.allReduce(parts, parts.length, MPI.DOUBLE, MPI.SUM);
        secondsInMpi += MPI.wtime() - start;
    }

    private static double dot(double[] a, double[] b) {
        double even = 0;
        double odd = 0;
        int last = a.length & ~1;
        for (int i = 0; i < last; i += 2) {
            even += a[i] * b[i];
            odd += a[i + 1] * b[i + 1];
        }
        return last < a.length ? even + odd + a[last] * b[last] : even + odd;
    }

    private int report(double zeta, double seconds, double shareInMpi) throws MPIException {
        double error = Math.abs(zeta - problem.zeta) / problem.zeta;
        boolean right = error <= TOLERANCE;
        double rate = problem.operations() / seconds / 1e6;
        say("%n Benchmark completed%n");
        say(" VERIFICATION %s%n", right ? "SUCCESSFUL" : "FAILED");
        say(" Zeta is   %20.13E%n Error is  %20.13E%n", zeta, error);
        say("%n CG Benchmark Completed.%n");
        say(" Class           =  %23s%n", problem);
        say(" Size            =  %23d%n", problem.rows);
        say(" Iterations      =  %23d%n", problem.iterations);
        say(" Time in seconds =  %23.2f%n", seconds);
        say(" Time in MPI (%%) =  %23.1f%n", 100 * shareInMpi);
        say(" Total processes =  %23d%n", size);
        say(" Mop/s total     =  %23.2f%n", rate);
        say(" Mop/s/process   =  %23.2f%n", rate / size);
        say(" Operation type  =  %23s%n", "floating point");
        say(" Verification    =  %23s%n", right ? "SUCCESSFUL" : "UNSUCCESSFUL");
        int[] status = {right ? 0 : 1};
        comm.bcast(status, 1, MPI.INT, 0);
        return status[0];
    }

    private void say(String format, Object... values) {
        if (rank == 0) {
            System.out.printf(Locale.ROOT, format, values);
        }
    }

    /** A block of rows of a sparse matrix: of each row the columns, ascending, and the values. */
    private static final class Matrix {
        private final int[] starts;
        private final int[] columns;
        private final double[] values;

        Matrix(int[] starts, int[] columns, double[] values) {
            this.starts = starts;
            this.columns = columns;
            this.values = values;
        }

        void multiply(double[] v, double[] product) {
            for (int row = 0; row < product.length; row++) {
                product[row] = row(starts[row], starts[row + 1], v);
            }
        }

        /** Four sums side by side, because one would wait for each addition before the next. */
        private double row(int from, int to, double[] v) {
            double a = 0;
            double b = 0;
            double c = 0;
            double d = 0;
            int k = from;
            for (; k < to - 3; k += 4) {
                a += values[k] * v[columns[k]];
                b += values[k + 1] * v[columns[k + 1]];
                c += values[k + 2] * v[columns[k + 2]];
                d += values[k + 3] * v[columns[k + 3]];
            }
            for (; k < to; k++) {
                a += values[k] * v[columns[k]];
            }
            return a + b + (c + d);
        }
    }

    /**
     * The benchmark's matrix: a sum of outer products of sparse random vectors with weights that
     * fall from 1 to CONDITION, plus (CONDITION - shift) on the diagonal. Every rank draws all
     * vectors, for the random sequence is one, and assembles its own rows.
     */
    private static final class Generator {
        private static final int UNUSED = -1;

        private final Problem problem;
        private final int n;

        /** Vector i has lengths[i] elements from i * width on. */
        private final int width;

        private final int[] lengths;
        private final int[] positions;
        private final double[] elements;

        Generator(Problem problem) {
            this.problem = problem;
            this.n = problem.rows;
            this.width = problem.nonzeros + 1;
            this.lengths = new int[n];
            this.positions = new int[n * width];
            this.elements = new double[n * width];
            Arrays.fill(positions, UNUSED);
            drawVectors();
        }

        private void drawVectors() {
            RandomSequence random = new RandomSequence();
            random.next();
            int range = Integer.highestOneBit(n - 1) << 1;
            int[] lastUse = new int[n];
            Arrays.fill(lastUse, -1);
            for (int i = 0; i < n; i++) {
                while (lengths[i] < problem.nonzeros) {
                    double element = random.next();
                    int position = (int) (range * random.next());
                    if (position < n && lastUse[position] != i) {
                        lastUse[position] = i;
                        append(i, position, element);
                    }
                }
                if (lastUse[i] != i) {
                    append(i, i, 0.5);
                } else {
                    replace(i, i, 0.5);
                }
            }
        }

        private void append(int vector, int position, double element) {
            int slot = vector * width + lengths[vector]++;
            positions[slot] = position;
            elements[slot] = element;
        }

        private void replace(int vector, int position, double element) {
            int slot = vector * width;
            while (positions[slot] != position) {
                slot++;
            }
            elements[slot] = element;
        }

        /** Assembles rows [first, last). */
        Matrix rows(int first, int last) {
            int count = last - first;
            int[] slotStarts = new int[count + 1];
            int[] slots = slotsByRow(first, last, slotStarts);
            double[] weights = weights();

            int[] starts = new int[count + 1];
            int[] columns = new int[slots.length * width];
            double[] values = new double[slots.length * width];
            double[] sums = new double[n];
            int[] touched = new int[n];
            boolean[] isTouched = new boolean[n];
            int filled = 0;
            for (int row = 0; row < count; row++) {
                int touches = 0;
                for (int s = slotStarts[row]; s < slotStarts[row + 1]; s++) {
                    int vector = slots[s] / width;
                    double scale = weights[vector] * elements[slots[s]];
                    int from = vector * width;
                    for (int k = from; k < from + lengths[vector]; k++) {
                        int column = positions[k];
                        if (!isTouched[column]) {
                            isTouched[column] = true;
                            touched[touches++] = column;
                        }
                        sums[column] += elements[k] * scale;
                    }
                }
                sums[first + row] += CONDITION - problem.shift;
                Arrays.sort(touched, 0, touches);
                for (int t = 0; t < touches; t++) {
                    int column = touched[t];
                    columns[filled] = column;
                    values[filled++] = sums[column];
                    sums[column] = 0;
                    isTouched[column] = false;
                }
                starts[row + 1] = filled;
            }
            return new Matrix(starts, columns, values);
        }

        /** For each row, the slots of the elements that lie in it, in the order of the vectors. */
        private int[] slotsByRow(int first, int last, int[] starts) {
            for (int position : positions) {
                if (position >= first && position < last) {
                    starts[position - first + 1]++;
                }
            }
            Arrays.parallelPrefix(starts, Integer::sum);
            int[] slots = new int[starts[last - first]];
            int[] next = starts.clone();
            for (int slot = 0; slot < positions.length; slot++) {
                int position = positions[slot];
                if (position >= first && position < last) {
                    slots[next[position - first]++] = slot;
                }
            }
            return slots;
        }

        private double[] weights() {
            double ratio = Math.pow(CONDITION, 1.0 / n);
            double[] weights = new double[n];
            weights[0] = 1;
            for (int i = 1; i < n; i++) {
                weights[i] = weights[i - 1] * ratio;
            }
            return weights;
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
    }
}
