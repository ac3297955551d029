package nas;

/**
 * The solver of BT: along each line a block tridiagonal system with blocks of 5 × 5. Blocks are
 * formed when they are needed, so that only what elimination leaves of the upper ones is kept.
 */
final class BlockSolver implements LineSolver {
    private static final int VALUES = Equations.VALUES;
    private static final int BLOCK = VALUES * VALUES;

    /** A row of the system of one place: its block, the next place's, the right-hand side. */
    private static final int ROW = 2 * VALUES + 1;

    private final Box box;
    private final double step;
    private final FlowJacobian jacobian;
    private final double[] factors;
    private final double[] lower = new double[BLOCK];
    private final double[] middle = new double[BLOCK];
    private final double[] upper = new double[BLOCK];
    private final double[] system = new double[VALUES * ROW];

    BlockSolver(Box box, Problem problem) {
        this.box = box;
        this.step = problem.step();
        this.jacobian = new FlowJacobian(box, problem.equations(), step);
        this.factors = new double[BLOCK * box.places()];
    }

    @Override
    public Box box() {
        return box;
    }

    @Override
    public int depth() {
        return 1;
    }

    @Override
    public double[] factors() {
        return factors;
    }

    @Override
    public int width() {
        return BLOCK;
    }

    @Override
    public void begin() {
        box.scale(step);
    }

    @Override
    public void end(int dimension) {
        // The solution along one dimension is the right-hand side along the next.
    }

    @Override
    public void eliminate(int dimension) {
        int stride = box.stride[dimension];
        for (int z = box.from(2); z < box.to(2); z++) {
            for (int y = box.from(1); y < box.to(1); y++) {
                int end = box.at(box.to(0), y, z);
                for (int p = box.at(box.from(0), y, z); p < end; p++) {
                    jacobian.neighbour(dimension, p - stride, -1, lower);
                    jacobian.diagonal(dimension, p, middle);
                    jacobian.neighbour(dimension, p + stride, 1, upper);
                    assemble(p, p - stride);
                    solve();
                    store(p);
                }
            }
        }
    }

    /** Sets the system of a place, without the value of the place before. */
    private void assemble(int p, int before) {
        final double[] rhs = box.rhs;
        final int f = BLOCK * before;
        final int r = VALUES * before;
        for (int i = 0; i < VALUES; i++) {
            int at = VALUES * i;
            int row = ROW * i;
            double a = lower[at];
            double b = lower[at + 1];
            double c = lower[at + 2];
            double d = lower[at + 3];
            double e = lower[at + 4];
            for (int j = 0; j < VALUES; j++) {
                system[row + j] =
                        middle[at + j]
                                - a * factors[f + j]
                                - b * factors[f + VALUES + j]
                                - c * factors[f + 2 * VALUES + j]
                                - d * factors[f + 3 * VALUES + j]
                                - e * factors[f + 4 * VALUES + j];
                system[row + VALUES + j] = upper[at + j];
            }
            system[row + 2 * VALUES] =
                    rhs[VALUES * p + i]
                            - a * rhs[r]
                            - b * rhs[r + 1]
                            - c * rhs[r + 2]
                            - d * rhs[r + 3]
                            - e * rhs[r + 4];
        }
    }

    /** Solves the system for its last six columns, without exchange of rows as in NPB. */
    private void solve() {
        for (int k = 0; k < VALUES; k++) {
            int pivot = ROW * k;
            double scale = 1 / system[pivot + k];
            for (int j = k + 1; j < ROW; j++) {
                system[pivot + j] *= scale;
            }
            for (int i = 0; i < VALUES; i++) {
                if (i != k) {
                    subtract(ROW * i, pivot, k);
                }
            }
        }
    }

    private void subtract(int row, int pivot, int k) {
        double factor = system[row + k];
        for (int j = k + 1; j < ROW; j++) {
            system[row + j] -= factor * system[pivot + j];
        }
    }

    private void store(int p) {
        for (int i = 0; i < VALUES; i++) {
            for (int j = 0; j < VALUES; j++) {
                factors[BLOCK * p + VALUES * i + j] = system[ROW * i + VALUES + j];
            }
            box.rhs[VALUES * p + i] = system[ROW * i + 2 * VALUES];
        }
    }

    @Override
    public void substitute(int dimension) {
        int stride = box.stride[dimension];
        for (int z = box.to(2) - 1; z >= box.from(2); z--) {
            for (int y = box.to(1) - 1; y >= box.from(1); y--) {
                int end = box.at(box.from(0), y, z);
                for (int p = box.at(box.to(0) - 1, y, z); p >= end; p--) {
                    substitute(VALUES * p, VALUES * (p + stride), BLOCK * p);
                }
            }
        }
    }

    private void substitute(int i, int next, int f) {
        final double[] rhs = box.rhs;
        for (int m = 0; m < VALUES; m++) {
            int row = f + VALUES * m;
            rhs[i + m] -=
                    factors[row] * rhs[next]
                            + factors[row + 1] * rhs[next + 1]
                            + factors[row + 2] * rhs[next + 2]
                            + factors[row + 3] * rhs[next + 3]
                            + factors[row + 4] * rhs[next + 4];
        }
    }
}
