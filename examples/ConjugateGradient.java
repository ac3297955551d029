import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

import java.util.Arrays;

/**
 * Solves Poisson's equation on a square by the pipelined conjugate gradient method (Ghysels and
 * Vanroose, 2014): its one reduction per iteration runs while the matrix is applied.
 *
 * <p>Shows: iAllReduce under a computation with messages of its own, non-blocking calls with
 * arrays. Each rank has a block of the grid's rows, and exchanges the outermost ones with its
 * neighbours.
 *
 * <pre>./mpirun -np 4 java examples/ConjugateGradient.java --size 400</pre>
 */
public final class ConjugateGradient {
    private static final String USAGE =
            """
            Usage: mpirun -np N java examples/ConjugateGradient.java [--size S] [--blocking]
              --size S     points of the grid along each side, at least one row per rank (default 200)
              --blocking   wait for each reduction before the matrix is applied
            Rank 0 prints the number of iterations, their time, and the error against the known solution.
            """;

    private static final double TOLERANCE = 1e-9;
    private static final int MOST_ITERATIONS = 10_000;

    private final int size;
    private final int rows;
    private final int first;
    private final boolean blocking;
    private final int above;
    private final int below;

    private ConjugateGradient(int size, boolean blocking) throws MPIException {
        int rank = MPI.COMM_WORLD.getRank();
        int ranks = MPI.COMM_WORLD.getSize();
        this.size = size;
        this.blocking = blocking;
        this.first = (int) ((long) size * rank / ranks);
        this.rows = (int) ((long) size * (rank + 1) / ranks) - first;
        this.above = rank > 0 ? rank - 1 : MPI.PROC_NULL;
        this.below = rank + 1 < ranks ? rank + 1 : MPI.PROC_NULL;
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
        int size = 200;
        boolean blocking = false;
        for (int i = 0; i < args.length; i++) {
            if (args[i].equals("--help")) {
                if (speaker) {
                    System.out.print(USAGE);
                }
                return 0;
            } else if (args[i].equals("--blocking")) {
                blocking = true;
            } else if (args[i].equals("--size") && i + 1 < args.length) {
                size = number(args[++i]);
            } else {
                return refuse(speaker, "unknown argument " + args[i]);
            }
        }
        int ranks = MPI.COMM_WORLD.getSize();
        if (size < ranks || size > 20_000) {
            return refuse(
                    speaker, "--size must be from " + ranks + " for " + ranks + " ranks to 20000");
        }
        return new ConjugateGradient(size, blocking).solve(speaker) ? 0 : 1;
    }

    private static int number(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    private static int refuse(boolean speaker, String message) {
        if (speaker) {
            System.err.println("ConjugateGradient: " + message + "; try --help");
        }
        return 2;
    }

    /** Solves; rank 0 prints the report. Returns whether the solution is right. */
    private boolean solve(boolean speaker) throws MPIException {
        double[] known = vector();
        for (int i = 0; i < rows * size; i++) {
            int row = first + i / size + 1;
            int column = i % size + 1;
            known[size + i] = Math.sin(0.05 * row * column) + row * 1e-3;
        }
        double[] right = vector();
        apply(known, right);
        double[] x = vector();
        MPI.COMM_WORLD.barrier();
        double start = MPI.wtime();
        int iterations = iterate(right, x);
        double seconds = MPI.wtime() - start;
        double[] error = {0};
        for (int i = size; i < size + rows * size; i++) {
            error[0] = Math.max(error[0], Math.abs(x[i] - known[i]));
        }
        MPI.COMM_WORLD.allReduce(error, 1, MPI.DOUBLE, MPI.MAX);
        boolean small = error[0] < 1e-6;
        if (speaker) {
            System.out.printf(
                    "%d iterations in %.3f s, %.1f microseconds each%n",
                    iterations, seconds, seconds / iterations * 1e6);
            System.out.printf("The error is %.1e, as it should be: %b%n", error[0], small);
        }
        return small;
    }

    /** Makes a vector of this rank's rows, between the neighbours' outermost ones. */
    private double[] vector() {
        return new double[(rows + 2) * size];
    }

    /** Improves x until A x = b; returns the number of iterations. */
    private int iterate(double[] b, double[] x) throws MPIException {
        double[] r = b.clone();
        double[] w = vector();
        double[] p = vector();
        double[] q = vector();
        double[] s = vector();
        double[] z = vector();
        double[] dots = new double[2];
        apply(r, w);
        double gamma = 0;
        double alpha = 0;
        double limit = 0;
        for (int k = 1; k <= MOST_ITERATIONS; k++) {
            dots[0] = dot(r, r);
            dots[1] = dot(w, r);
            Request sums = MPI.COMM_WORLD.iAllReduce(dots, 2, MPI.DOUBLE, MPI.SUM);
            if (blocking) {
                sums.waitFor();
            }
            // The sums arrive while the matrix is applied: its messages let them progress.
            apply(w, q);
            sums.waitFor();
            double before = gamma;
            gamma = dots[0];
            limit = k == 1 ? gamma * TOLERANCE * TOLERANCE : limit;
            if (gamma <= limit) {
                return k;
            }
            double beta = k == 1 ? 0 : gamma / before;
            double lessened = k == 1 ? 0 : beta * gamma / alpha;
            alpha = gamma / (dots[1] - lessened);
            for (int i = size; i < size + rows * size; i++) {
                z[i] = q[i] + beta * z[i];
                s[i] = w[i] + beta * s[i];
                p[i] = r[i] + beta * p[i];
                x[i] += alpha * p[i];
                r[i] -= alpha * s[i];
                w[i] -= alpha * z[i];
            }
        }
        return MOST_ITERATIONS;
    }

    private double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = size; i < size + rows * size; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    /** Computes out = A in: four times each point, less its neighbours, which are 0 outside. */
    private void apply(double[] in, double[] out) throws MPIException {
        double[] top = new double[size];
        double[] bottom = new double[size];
        Request[] messages = {
            MPI.COMM_WORLD.iRecv(top, size, MPI.DOUBLE, above, 0),
            MPI.COMM_WORLD.iRecv(bottom, size, MPI.DOUBLE, below, 0),
            MPI.COMM_WORLD.iSend(row(in, 1), size, MPI.DOUBLE, above, 0),
            MPI.COMM_WORLD.iSend(row(in, rows), size, MPI.DOUBLE, below, 0)
        };
        for (int row = 2; row < rows; row++) {
            applyTo(row, in, out);
        }
        Request.waitAll(messages);
        System.arraycopy(top, 0, in, 0, size);
        System.arraycopy(bottom, 0, in, (rows + 1) * size, size);
        applyTo(1, in, out);
        applyTo(rows, in, out);
    }

    private double[] row(double[] vector, int row) {
        return Arrays.copyOfRange(vector, row * size, (row + 1) * size);
    }

    private void applyTo(int row, double[] in, double[] out) {
        int start = row * size;
        for (int i = start; i < start + size; i++) {
            double left = i == start ? 0 : in[i - 1];
            double right = i == start + size - 1 ? 0 : in[i + 1];
            out[i] = 4 * in[i] - left - right - in[i - size] - in[i + size];
        }
    }
}
