package nas;

/** The flow that the equations are made for: a polynomial of fourth degree in each coordinate. */
final class ExactSolution {
    /** For each value the constant, then x, y, z, their squares, third and fourth powers. */
    private static final double[][] COEFFICIENTS = {
        {2, 0, 0, 4, 5, 3, 0.5, 0.02, 0.01, 0.03, 0.5, 0.4, 0.3},
        {1, 0, 0, 0, 1, 2, 3, 0.01, 0.03, 0.02, 0.4, 0.3, 0.5},
        {2, 2, 0, 0, 0, 2, 3, 0.04, 0.03, 0.05, 0.3, 0.5, 0.4},
        {2, 2, 0, 0, 0, 2, 3, 0.03, 0.05, 0.04, 0.2, 0.1, 0.3},
        {5, 4, 3, 2, 0.1, 0.4, 0.3, 0.05, 0.04, 0.03, 0.1, 0.3, 0.2}
    };

    private ExactSolution() {}

    /** Returns one of the five values at a point of the unit cube. */
    static double value(int m, double x, double y, double z) {
        double[] c = COEFFICIENTS[m];
        return c[0] + power(c, 1, x) + power(c, 2, y) + power(c, 3, z);
    }

    private static double power(double[] c, int first, double at) {
        return at * (c[first] + at * (c[first + 3] + at * (c[first + 6] + at * c[first + 9])));
    }
}
