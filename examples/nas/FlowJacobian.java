package nas;

import java.util.Arrays;

/**
 * The blocks of 5 × 5 coefficients that a place contributes to the implicit equations along a
 * dimension: derivatives of the fluxes by the five values.
 */
final class FlowJacobian {
    private static final int VALUES = Equations.VALUES;

    private final Box box;
    private final double central;
    private final double second;

    /**
     * @param step in time
     */
    FlowJacobian(Box box, Equations equations, double step) {
        this.box = box;
        this.central = step * equations.central;
        this.second = step * equations.second;
    }

    /**
     * Computes the block of a neighbour.
     *
     * @param sign 1 for the next place, -1 for the one before
     */
    void neighbour(int dimension, int place, int sign, double[] block) {
        viscous(dimension, place, -second, block);
        flux(dimension, place, sign * central, block);
    }

    /** Computes the block of the place itself. */
    void diagonal(int dimension, int place, double[] block) {
        viscous(dimension, place, 2 * second, block);
        for (int m = 0; m < VALUES; m++) {
            block[m * VALUES + m] += 1;
        }
    }

    private void flux(int dimension, int p, double factor, double[] block) {
        final int n = dimension + 1;
        final int s = (dimension + 1) % Equations.DIMENSIONS + 1;
        final int t = (dimension + 2) % Equations.DIMENSIONS + 1;
        final double x = box.velocity[n - 1][p];
        final double y = box.velocity[s - 1][p];
        final double z = box.velocity[t - 1][p];
        final double gas = factor * Equations.PRESSURE;
        final double flow = factor * x;
        final double kinetic = box.kinetic[p];
        final double enthalpy =
                Equations.HEAT_RATIO * box.u[VALUES * p + 4] * box.volume[p]
                        - Equations.PRESSURE * kinetic;
        block[n] += factor;
        int row = VALUES * n;
        block[row] += gas * kinetic - flow * x;
        block[row + n] += 2 * flow - gas * x;
        block[row + s] -= gas * y;
        block[row + t] -= gas * z;
        block[row + 4] += gas;
        row = VALUES * s;
        block[row] -= flow * y;
        block[row + n] += factor * y;
        block[row + s] += flow;
        row = VALUES * t;
        block[row] -= flow * z;
        block[row + n] += factor * z;
        block[row + t] += flow;
        row = VALUES * 4;
        block[row] += x * (gas * kinetic - factor * enthalpy);
        block[row + n] += factor * enthalpy - gas * x * x;
        block[row + s] -= gas * x * y;
        block[row + t] -= gas * x * z;
        block[row + 4] += flow * Equations.HEAT_RATIO;
    }

    /** Sets a block to the derivatives of the viscous and the artificial fluxes. */
    private void viscous(int dimension, int p, double factor, double[] block) {
        Arrays.fill(block, 0);
        final double volume = box.volume[p];
        final double spread = factor * Equations.diffusion(dimension);
        final double viscosity = factor * Equations.VISCOSITY * volume;
        final double heat = viscosity * Equations.CONDUCTION;
        final int last = VALUES * 4;
        double rest = -heat * box.u[VALUES * p + 4] * volume;
        block[0] = spread;
        for (int m = 1; m < 4; m++) {
            double speed = box.velocity[m - 1][p];
            double own = m == dimension + 1 ? viscosity * Equations.NORMAL : viscosity;
            block[VALUES * m] = -own * speed;
            block[VALUES * m + m] = spread + own;
            block[last + m] = (own - heat) * speed;
            rest -= (own - heat) * speed * speed;
        }
        block[last] = rest;
        block[last + 4] = spread + heat;
    }
}
