import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

import java.util.Arrays;
import java.util.Locale;

/**
 * NAS Parallel Benchmark MG: solves a Poisson equation with periodic boundaries on a cube by
 * V-cycles of the multigrid method, checked against the official norm of the residual.
 *
 * <p>Shows: halo exchange by sendRecv, allGatherv, allReduce. Written from the specification (NAS
 * report RNR-94-007, section 2.3, and the verification values of NPB 2 and 3). The planes of the
 * fine grids are dealt to the ranks in blocks; from some grid on, which is small, every rank has
 * and computes the whole. So any number of ranks works that is not above a quarter of the planes.
 *
 * <pre>./mpirun -np 2 java examples/NasMg.java A</pre>
 */
public final class NasMg {
    private static final String USAGE =
            """
            Usage: mpirun -np N java examples/NasMg.java CLASS
              CLASS   S, W, A or B: a cube of 32, 128, 256 or 256 points per side
            Prints the result in NPB's manner; the exit code is 1 when verification fails.
            """;

    private static final double TOLERANCE = 1e-8;

    /** Points of the right side that are +1, and as many that are -1. */
    private static final int CHARGES = 10;

    /** Planes that a rank has at least of the smallest grid that is dealt out. */
    private static final int LEAST_PLANES = 4;

    private static final int TAG_UP = 1;
    private static final int TAG_DOWN = 2;

    /** Weights of a point, its faces, its edges and its corners. */
    private static final double[] OPERATOR = {-8.0 / 3, 0, 1.0 / 6, 1.0 / 12};

    private static final double[] SMOOTHER = {-3.0 / 8, 1.0 / 32, -1.0 / 64, 0};
    private static final double[] SMOOTHER_OF_B = {-3.0 / 17, 1.0 / 33, -1.0 / 61, 0};
    private static final double[] RESTRICTION = {1.0 / 2, 1.0 / 4, 1.0 / 8, 1.0 / 16};

    /** Logarithm of the points per side, iterations, and the right answer. */
    private enum Problem {
        S(5, 4, 0.5307707005734e-4),
        W(7, 4, 0.6467329375339e-5),
        A(8, 4, 0.2433365309069e-5),
        B(8, 20, 0.1800564401355e-5);

        final int levels;
        final int side;
        final int iterations;
        final double norm;

        Problem(int levels, int iterations, double norm) {
            this.levels = levels;
            this.side = 1 << levels;
            this.iterations = iterations;
            this.norm = norm;
        }

        double[] smoother() {
            return this == B ? SMOOTHER_OF_B : SMOOTHER;
        }

        double points() {
            return (double) side * side * side;
        }

        /** Floating point operations, as NPB counts them. */
        double operations() {
            return 58.0 * iterations * points();
        }
    }

    private final Comm comm;
    private final int rank;
    private final int size;
    private final Problem problem;

    /** The smallest grid that is dealt out; every rank has the whole of those below. */
    private final int base;

    /** Planes of that grid: rank i owns [firsts[i], firsts[i + 1]); above, 2^k times as many. */
    private final int[] firsts;

    /** Approximation and residual on each grid; of the finest one also the right side. */
    private final Grid[] approximations;

    private final Grid[] residuals;
    private final Grid rightSide;

    /** The residual on the base grid that every rank has whole, and what corrects it. */
    private final Grid wholeResidual;

    private final Grid wholeApproximation;

    /** Sums of the neighbours of a line: across faces and across edges, ends repeated. */
    private final double[] faces;

    private final double[] edges;

    /** A line, and beside it its last and its first point. */
    private final double[] points;

    private double secondsInMpi;

    private NasMg(Comm comm, Problem problem) throws MPIException {
        this.comm = comm;
        this.rank = comm.getRank();
        this.size = comm.getSize();
        this.problem = problem;
        this.base = baseLevel(problem, size);
        this.firsts = new int[size + 1];
        for (int i = 0; i <= size; i++) {
            firsts[i] = (int) ((1L << base) * i / size);
        }
        this.approximations = new Grid[problem.levels + 1];
        this.residuals = new Grid[problem.levels + 1];
        for (int level = 1; level <= problem.levels; level++) {
            approximations[level] = grid(level);
            residuals[level] = grid(level);
        }
        this.rightSide = grid(problem.levels);
        this.wholeResidual = new Grid(1 << base, 0, 1 << base);
        this.wholeApproximation = new Grid(1 << base, 0, 1 << base);
        this.faces = new double[problem.side + 2];
        this.edges = new double[problem.side + 2];
        this.points = new double[problem.side + 2];
    }

    private Grid grid(int level) {
        int side = 1 << level;
        if (level < base) {
            return new Grid(side, 0, side);
        }
        int first = firsts[rank] << (level - base);
        return new Grid(side, first, (firsts[rank + 1] << (level - base)) - first);
    }

    /** Returns the smallest grid with enough planes for all ranks, but for the finest one. */
    private static int baseLevel(Problem problem, int size) {
        int level = 2;
        while (level < problem.levels - 1 && 1 << level < LEAST_PLANES * size) {
            level++;
        }
        return level;
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
                int most = problem.side / LEAST_PLANES;
                if (MPI.COMM_WORLD.getSize() <= most) {
                    return new NasMg(MPI.COMM_WORLD, problem).benchmark();
                }
                return complain(speaker, "class " + problem + " has at most " + most + " ranks");
            }
        }
        String given = args.length == 0 ? "nothing" : "'" + String.join(" ", args) + "'";
        return complain(speaker, "needs one class of S, W, A, B, not " + given + "; try --help");
    }

    private static int complain(boolean speaker, String text) {
        if (speaker) {
            System.err.println("NasMg: " + text);
        }
        return 2;
    }

    private int benchmark() throws MPIException {
        say("%n NAS Parallel Benchmarks, Strata - MG Benchmark%n%n");
        say(" Size: %4d x %4d x %4d", problem.side, problem.side, problem.side);
        say("  (class %s)%n Iterations: %5d%n", problem, problem.iterations);
        say(" Number of processes: %5d%n", size);
        placeCharges();

        // One iteration that is not timed touches all code and data.
        Grid solution = approximations[problem.levels];
        residual(solution, rightSide, residuals[problem.levels]);
        cycle();
        Arrays.fill(solution.values, 0);
        secondsInMpi = 0;

        comm.barrier();
        double start = MPI.wtime();
        residual(solution, rightSide, residuals[problem.levels]);
        for (int i = 1; i <= problem.iterations; i++) {
            cycle();
        }
        double norm = norm(residuals[problem.levels]);
        double[] seconds = {MPI.wtime() - start, secondsInMpi};
        double[] most = new double[1];
        comm.allReduce(seconds, most, 1, MPI.DOUBLE, MPI.MAX);
        comm.allReduce(seconds, 2, MPI.DOUBLE, MPI.SUM);
        return report(norm, most[0], seconds[1] / seconds[0]);
    }

    // ---- the right side ----

    /** Puts +1 at the places of the ten greatest random numbers, -1 at those of the least. */
    private void placeCharges() throws MPIException {
        RandomSequence random = new RandomSequence();
        int plane = problem.side * problem.side;
        random.skip((long) rightSide.first * plane);
        // Value and place of each, the greatest first; the least are the greatest of -value.
        double[][] extremes = {new double[2 * CHARGES], new double[2 * CHARGES]};
        for (double[] list : extremes) {
            Arrays.fill(list, Double.NEGATIVE_INFINITY);
        }
        for (long i = 0; i < (long) rightSide.planes * plane; i++) {
            double value = random.next();
            keep(extremes[0], value, (double) rightSide.first * plane + i);
            keep(extremes[1], -value, (double) rightSide.first * plane + i);
        }
        for (int sign = 0; sign < 2; sign++) {
            double[] all = new double[2 * CHARGES * size];
            comm.allGather(extremes[sign], 2 * CHARGES, MPI.DOUBLE, all, 2 * CHARGES, MPI.DOUBLE);
            double[] chosen = new double[2 * CHARGES];
            Arrays.fill(chosen, Double.NEGATIVE_INFINITY);
            for (int i = 0; i < all.length; i += 2) {
                keep(chosen, all[i], all[i + 1]);
            }
            for (int i = 0; i < chosen.length; i += 2) {
                rightSide.set((long) chosen[i + 1], sign == 0 ? 1 : -1);
            }
        }
        halo(rightSide);
    }

    /** Inserts a value with its place into a list that descends, if it is great enough. */
    private static void keep(double[] list, double value, double place) {
        int at = list.length - 2;
        if (value <= list[at]) {
            return;
        }
        while (at > 0 && list[at - 2] < value) {
            list[at] = list[at - 2];
            list[at + 1] = list[at - 1];
            at -= 2;
        }
        list[at] = value;
        list[at + 1] = place;
    }

    // ---- the method ----

    /** One V-cycle, which improves the approximation, and the residual that it leaves. */
    private void cycle() throws MPIException {
        int top = problem.levels;
        for (int level = top; level > base; level--) {
            restrict(residuals[level], residuals[level - 1]);
            halo(residuals[level - 1]);
        }
        correctSmallGrids();
        for (int level = base + 1; level <= top; level++) {
            Grid better = approximations[level];
            if (level < top) {
                Arrays.fill(better.values, 0);
            }
            interpolate(approximations[level - 1], better);
            halo(better);
            residual(better, level < top ? residuals[level] : rightSide, residuals[level]);
            smooth(residuals[level], better);
            if (level < top) {
                halo(better);
            }
        }
        halo(approximations[top]);
        residual(approximations[top], rightSide, residuals[top]);
    }

    /** The lower part of the cycle: every rank collects the base grid and computes all of it. */
    private void correctSmallGrids() throws MPIException {
        gather(residuals[base], wholeResidual);
        Grid[] right = residuals.clone();
        Grid[] better = approximations.clone();
        right[base] = wholeResidual;
        better[base] = wholeApproximation;
        for (int level = base; level > 1; level--) {
            restrict(right[level], right[level - 1]);
            right[level - 1].wrap();
        }
        Arrays.fill(better[1].values, 0);
        smooth(right[1], better[1]);
        better[1].wrap();
        for (int level = 2; level <= base; level++) {
            Arrays.fill(better[level].values, 0);
            interpolate(better[level - 1], better[level]);
            better[level].wrap();
            subtract(better[level], right[level], right[level]);
            right[level].wrap();
            smooth(right[level], better[level]);
            better[level].wrap();
        }
        approximations[base].copyPart(wholeApproximation);
    }

    private void residual(Grid approximation, Grid right, Grid result) throws MPIException {
        subtract(approximation, right, result);
        halo(result);
    }

    /** Computes right - A approximation; the result may be the right side itself. */
    private void subtract(Grid approximation, Grid right, Grid result) {
        apply(OPERATOR, -1, approximation, right, result);
    }

    /** Adds S residual to the approximation. */
    private void smooth(Grid residual, Grid approximation) {
        apply(problem.smoother(), 1, residual, approximation, approximation);
    }

    /** Computes result = summand + sign * (weighted sum over the 27 neighbours in a grid). */
    private void apply(double[] weights, int sign, Grid grid, Grid summand, Grid result) {
        int n = grid.side;
        double point = sign * weights[0];
        double face = sign * weights[1];
        double edge = sign * weights[2];
        double corner = sign * weights[3];
        for (int z = 0; z < grid.planes; z++) {
            for (int y = 0; y < n; y++) {
                sumNeighbours(grid, z, y);
                int line = grid.line(z, y);
                System.arraycopy(grid.values, line, points, 1, n);
                points[0] = points[n];
                points[n + 1] = points[1];
                double[] in = summand.values;
                double[] out = result.values;
                // Without a condition, so that the JVM makes vector instructions of it.
                for (int x = 0; x < n; x++) {
                    out[line + x] =
                            in[line + x]
                                    + point * points[x + 1]
                                    + face * (points[x] + points[x + 2] + faces[x + 1])
                                    + edge * (edges[x + 1] + faces[x] + faces[x + 2])
                                    + corner * (edges[x] + edges[x + 2]);
                }
            }
        }
    }

    /** For each point of a line: the sums of the four lines beside it, and of those between. */
    private void sumNeighbours(Grid grid, int z, int y) {
        int n = grid.side;
        int below = y == 0 ? n - 1 : y - 1;
        int above = y == n - 1 ? 0 : y + 1;
        int a = grid.line(z, below);
        int b = grid.line(z, above);
        int c = grid.line(z - 1, y);
        int d = grid.line(z + 1, y);
        int ca = grid.line(z - 1, below);
        int cb = grid.line(z - 1, above);
        int da = grid.line(z + 1, below);
        int db = grid.line(z + 1, above);
        double[] v = grid.values;
        for (int x = 0; x < n; x++) {
            faces[x + 1] = v[a + x] + v[b + x] + (v[c + x] + v[d + x]);
            edges[x + 1] = v[ca + x] + v[cb + x] + (v[da + x] + v[db + x]);
        }
        faces[0] = faces[n];
        faces[n + 1] = faces[1];
        edges[0] = edges[n];
        edges[n + 1] = edges[1];
    }

    /** The point i of the coarse grid is the point 2 i + 1 of the fine one. */
    private void restrict(Grid fine, Grid coarse) {
        int n = fine.side;
        double[] v = fine.values;
        for (int z = 0; z < coarse.planes; z++) {
            for (int y = 0; y < coarse.side; y++) {
                sumNeighbours(fine, 2 * z + 1, 2 * y + 1);
                int line = fine.line(2 * z + 1, 2 * y + 1);
                int into = coarse.line(z, y);
                for (int i = 0; i < coarse.side; i++) {
                    int x = 2 * i + 1;
                    double right = v[line + (x == n - 1 ? 0 : x + 1)];
                    coarse.values[into + i] =
                            RESTRICTION[0] * v[line + x]
                                    + RESTRICTION[1] * (v[line + x - 1] + right + faces[x + 1])
                                    + RESTRICTION[2] * (edges[x + 1] + faces[x] + faces[x + 2])
                                    + RESTRICTION[3] * (edges[x] + edges[x + 2]);
                }
            }
        }
    }

    /** Adds to each point of the fine grid the mean of the coarse points around it. */
    private void interpolate(Grid coarse, Grid fine) {
        int n = coarse.side;
        for (int z = 0; z < fine.planes; z++) {
            // An odd plane lies on a coarse one, an even one between two, perhaps a neighbour's.
            int front = (z + 1) / 2 - 1;
            int back = z / 2;
            for (int y = 0; y < fine.side; y++) {
                int below = Math.floorMod((y + 1) / 2 - 1, n);
                int above = y / 2;
                int a = coarse.line(front, below);
                int b = coarse.line(front, above);
                int c = coarse.line(back, below);
                int d = coarse.line(back, above);
                double[] v = coarse.values;
                for (int x = 0; x < n; x++) {
                    faces[x + 1] = (v[a + x] + v[b + x] + (v[c + x] + v[d + x])) / 4;
                }
                faces[0] = faces[n];
                int into = fine.line(z, y);
                for (int x = 0; x < n; x++) {
                    fine.values[into + 2 * x] += (faces[x] + faces[x + 1]) / 2;
                    fine.values[into + 2 * x + 1] += faces[x + 1];
                }
            }
        }
    }

    private double norm(Grid grid) throws MPIException {
        double sum = 0;
        int from = grid.line(0, 0);
        int end = grid.line(grid.planes, 0);
        for (int i = from; i < end; i++) {
            sum += grid.values[i] * grid.values[i];
        }
        double[] whole = {sum};
        double start = MPI.wtime();
        comm.allReduce(whole, 1, MPI.DOUBLE, MPI.SUM);
        secondsInMpi += MPI.wtime() - start;
        return Math.sqrt(whole[0] / problem.points());
    }

    // ---- communication ----

    /** Brings the planes before the first own one and behind the last one up to date. */
    private void halo(Grid grid) throws MPIException {
        if (grid.planes == grid.side) {
            grid.wrap();
            return;
        }
        double start = MPI.wtime();
        int plane = grid.side * grid.side;
        int next = (rank + 1) % size;
        int previous = (rank - 1 + size) % size;
        shift(grid, grid.planes - 1, next, -1, previous, plane, TAG_UP);
        shift(grid, 0, previous, grid.planes, next, plane, TAG_DOWN);
        secondsInMpi += MPI.wtime() - start;
    }

    private void shift(Grid grid, int sent, int to, int received, int from, int plane, int tag)
            throws MPIException {
        System.arraycopy(grid.values, grid.line(sent, 0), grid.outgoing, 0, plane);
        comm.sendRecv(
                grid.outgoing,
                plane,
                MPI.DOUBLE,
                to,
                tag,
                grid.incoming,
                plane,
                MPI.DOUBLE,
                from,
                tag);
        System.arraycopy(grid.incoming, 0, grid.values, grid.line(received, 0), plane);
    }

    /** Collects the planes of a grid that all ranks have a part of. */
    private void gather(Grid part, Grid whole) throws MPIException {
        int plane = part.side * part.side;
        int[] counts = new int[size];
        int[] starts = new int[size];
        for (int i = 0; i < size; i++) {
            counts[i] = (firsts[i + 1] - firsts[i]) * plane;
            starts[i] = whole.line(firsts[i], 0);
        }
        int own = part.planes * plane;
        System.arraycopy(part.values, part.line(0, 0), whole.values, starts[rank], own);
        double start = MPI.wtime();
        comm.allGatherv(whole.values, counts, starts, MPI.DOUBLE);
        secondsInMpi += MPI.wtime() - start;
        whole.wrap();
    }

    /** Planes of a cubic grid, with one more before and behind. */
    private static final class Grid {
        final int side;
        final int first;
        final int planes;
        final double[] values;

        /** One plane each, where planes are exchanged. */
        final double[] outgoing;

        final double[] incoming;

        Grid(int side, int first, int planes) {
            this.side = side;
            this.first = first;
            this.planes = planes;
            this.values = new double[(planes + 2) * side * side];
            boolean part = planes < side;
            this.outgoing = new double[part ? side * side : 0];
            this.incoming = new double[part ? side * side : 0];
        }

        /** Returns where a line begins; z counts own planes, from -1 to their number. */
        int line(int z, int y) {
            return ((z + 1) * side + y) * side;
        }

        /** Sets a point of the whole grid, if it is in an own plane. */
        void set(long place, double value) {
            long own = place - (long) first * side * side;
            if (own >= 0 && own < (long) planes * side * side) {
                values[line(0, 0) + (int) own] = value;
            }
        }

        /** A grid that is whole continues with itself. */
        void wrap() {
            int plane = side * side;
            System.arraycopy(values, line(planes - 1, 0), values, line(-1, 0), plane);
            System.arraycopy(values, line(0, 0), values, line(planes, 0), plane);
        }

        /** Copies the own planes, and those beside them, from a grid that is whole. */
        void copyPart(Grid whole) {
            for (int z = -1; z <= planes; z++) {
                int from = whole.line(Math.floorMod(first + z, side), 0);
                System.arraycopy(whole.values, from, values, line(z, 0), side * side);
            }
        }
    }

    private int report(double norm, double seconds, double shareInMpi) {
        double error = Math.abs(norm - problem.norm) / problem.norm;
        boolean right = error <= TOLERANCE;
        double rate = problem.operations() / seconds / 1e6;
        String points = problem.side + "x" + problem.side + "x" + problem.side;
        say("%n L2 Norm is %20.13E%n Error is   %20.13E%n", norm, error);
        say("%n MG Benchmark Completed.%n");
        say(" Class           =  %23s%n", problem);
        say(" Size            =  %23s%n", points);
        say(" Iterations      =  %23d%n", problem.iterations);
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
