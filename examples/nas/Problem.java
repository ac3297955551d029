package nas;

/**
 * A class of a kernel.
 *
 * @param name of the class
 * @param points along each edge of the grid
 * @param steps in time
 * @param step length of one
 * @param residual the official norms of the right-hand side after the last step
 * @param error the official norms of the difference to the exact solution
 * @param surface the official integral over a surface, or nothing
 */
record Problem(
        String name,
        int points,
        int steps,
        double step,
        double[] residual,
        double[] error,
        double... surface) {

    Equations equations() {
        return new Equations(points);
    }

    /** Returns floating point operations, as NPB counts them: a polynomial in the points. */
    double operations(double cube, double square, double line, double constant) {
        double n = points;
        return steps * (cube * n * n * n - square * n * n + line * n - constant);
    }
}
