package nas;

/**
 * The coefficients of the equations of a compressible viscous flow, and of their differences on a
 * unit cube with the same number of points along each edge. The five values of a point are density,
 * three components of momentum, and energy.
 */
final class Equations {
    static final int VALUES = 5;
    static final int DIMENSIONS = 3;
    static final int ENERGY = 4;

    static final double HEAT_RATIO = 1.4;
    static final double PRESSURE = 0.4;
    static final double VISCOSITY = 0.1;

    /** Along its own direction a component of velocity diffuses faster. */
    static final double NORMAL = 4.0 / 3;

    static final double CONDUCTION = HEAT_RATIO * 1.4;

    /** Of the differences of fourth order, against oscillation. */
    static final double DISSIPATION = 0.25;

    private static final double[] DIFFUSION = {0.75, 0.75, 1};

    final int points;

    /** Turns the difference of two points' neighbours into a derivative: 1 / (2 h). */
    final double central;

    /** Turns a second difference into a derivative: 1 / h². */
    final double second;

    Equations(int points) {
        this.points = points;
        this.central = (points - 1) / 2.0;
        this.second = (points - 1.0) * (points - 1.0);
    }

    static double diffusion(int dimension) {
        return DIFFUSION[dimension];
    }

    /**
     * Returns the weight of the value that is {@code distance} (-2 to 2) from the point {@code at}
     * in a difference of fourth order, which is one-sided at the cube's faces.
     */
    double weight(int at, int distance) {
        return switch (distance) {
            case -2 -> at > 2 ? 1 : 0;
            case -1 -> at > 1 ? -4 : 0;
            case 0 -> at > 1 && at < points - 2 ? 6 : 5;
            case 1 -> at < points - 2 ? -4 : 0;
            default -> at < points - 3 ? 1 : 0;
        };
    }

    /** Returns whether the difference of fourth order at a point is the one of the middle. */
    boolean isMiddle(int at) {
        return at > 2 && at < points - 3;
    }
}
