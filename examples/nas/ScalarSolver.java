package nas;

/**
 * The solver of SP: along each line five equations that do not know of each other, of five
 * diagonals each. Three of them have the same coefficients; the other two have those of waves that
 * run with and against the flow.
 */
final class ScalarSolver implements LineSolver {
    private static final int VALUES = Equations.VALUES;

    /** Two factors for each of the three systems. */
    private static final int WIDTH = 6;

    private static final double VISCOUS =
            Equations.VISCOSITY * Math.max(Equations.NORMAL, Equations.CONDUCTION);

    private final Box box;
    private final Equations equations;
    private final double step;
    private final double[] factors;
    private final double[] sound;
    private final EigenTransforms transforms;

    ScalarSolver(Box box, Problem problem) {
        this.box = box;
        this.equations = problem.equations();
        this.step = problem.step();
        this.factors = new double[WIDTH * box.places()];
        this.sound = new double[box.places()];
        this.transforms = new EigenTransforms(box, sound);
    }

    @Override
    public Box box() {
        return box;
    }

    @Override
    public int depth() {
        return 2;
    }

    @Override
    public double[] factors() {
        return factors;
    }

    @Override
    public int width() {
        return WIDTH;
    }

    @Override
    public void begin() {
        box.scale(step);
        for (int z = -1; z <= box.size[2]; z++) {
            for (int y = -1; y <= box.size[1]; y++) {
                soundAlong(box.at(-1, y, z), box.at(box.size[0] + 1, y, z));
            }
        }
        transforms.toEigenvectors();
    }

    private void soundAlong(int from, int to) {
        for (int p = from; p < to; p++) {
            double pressure = Equations.PRESSURE * (box.u[VALUES * p + 4] - box.square[p]);
            sound[p] = Math.sqrt(Equations.HEAT_RATIO * pressure * box.volume[p]);
        }
    }

    @Override
    public void end(int dimension) {
        transforms.after(dimension);
    }

    @Override
    public void eliminate(int dimension) {
        for (int z = box.from(2); z < box.to(2); z++) {
            for (int y = box.from(1); y < box.to(1); y++) {
                int p = box.at(box.from(0), y, z);
                for (int x = box.from(0); x < box.to(0); x++, p++) {
                    int at = dimension == 0 ? x : dimension == 1 ? y : z;
                    eliminate(dimension, box.first[dimension] + at, p);
                }
            }
        }
    }

    /** Eliminates the two values before a place from its five equations. */
    private void eliminate(int dimension, int at, int p) {
        final int stride = box.stride[dimension];
        final int q = p - stride;
        final int r = p + stride;
        final double[] speed = box.velocity[dimension];
        final double central = step * equations.central;
        final double second = step * equations.second;
        final double fourth = step * Equations.DISSIPATION;
        double spread = Equations.diffusion(dimension);
        double a = fourth * equations.weight(at, -2);
        double b =
                fourth * equations.weight(at, -1)
                        - central * speed[q]
                        - second * (spread + VISCOUS * box.volume[q]);
        double c =
                1
                        + fourth * equations.weight(at, 0)
                        + 2 * second * (spread + VISCOUS * box.volume[p]);
        double d =
                fourth * equations.weight(at, 1)
                        + central * speed[r]
                        - second * (spread + VISCOUS * box.volume[r]);
        double e = fourth * equations.weight(at, 2);
        double before = central * sound[q];
        double behind = central * sound[r];
        row(p, stride, 0, 0, 3, a, b, c, d, e);
        row(p, stride, 2, 3, 4, a, b - before, c, d + behind, e);
        row(p, stride, 4, 4, 5, a, b + before, c, d - behind, e);
    }

    /** One row of a system, for some of the five values. */
    private void row(
            int p,
            int stride,
            int system,
            int from,
            int to,
            double a,
            double b,
            double c,
            double d,
            double e) {
        final double[] rhs = box.rhs;
        final int i = WIDTH * p + system;
        final int one = i - WIDTH * stride;
        final int two = one - WIDTH * stride;
        double lower = b - a * factors[two];
        double scale = 1 / (c - a * factors[two + 1] - lower * factors[one]);
        factors[i] = (d - lower * factors[one + 1]) * scale;
        factors[i + 1] = e * scale;
        for (int m = VALUES * p + from; m < VALUES * p + to; m++) {
            int last = m - VALUES * stride;
            rhs[m] = (rhs[m] - a * rhs[last - VALUES * stride] - lower * rhs[last]) * scale;
        }
    }

    @Override
    public void substitute(int dimension) {
        for (int z = box.to(2) - 1; z >= box.from(2); z--) {
            for (int y = box.to(1) - 1; y >= box.from(1); y--) {
                int p = box.at(box.to(0) - 1, y, z);
                for (int x = box.to(0) - 1; x >= box.from(0); x--, p--) {
                    substitute(p, box.stride[dimension]);
                }
            }
        }
    }

    private void substitute(int p, int stride) {
        final double[] rhs = box.rhs;
        int i = VALUES * p;
        int one = i + VALUES * stride;
        int two = one + VALUES * stride;
        int f = WIDTH * p;
        rhs[i] -= factors[f] * rhs[one] + factors[f + 1] * rhs[two];
        rhs[i + 1] -= factors[f] * rhs[one + 1] + factors[f + 1] * rhs[two + 1];
        rhs[i + 2] -= factors[f] * rhs[one + 2] + factors[f + 1] * rhs[two + 2];
        rhs[i + 3] -= factors[f + 2] * rhs[one + 3] + factors[f + 3] * rhs[two + 3];
        rhs[i + 4] -= factors[f + 4] * rhs[one + 4] + factors[f + 5] * rhs[two + 4];
    }
}
