package nas;

/**
 * The two triangular systems of LU, a plane at a time: of the three neighbours before a point
 * (behind it, in the upper system) the changes are known, and the block of the point itself is
 * triangular, for it has viscous terms only.
 */
final class Triangle {
    private static final int VALUES = Equations.VALUES;

    private final Box box;
    private final double step;
    private final Equations equations;

    /** Of the point itself: the constant part, and those by velocity and by energy. */
    private final double constant;

    private final double viscosity;
    private final double conduction;
    private final double[] sum = new double[VALUES];

    Triangle(Box box, Equations equations, double step) {
        this.box = box;
        this.equations = equations;
        this.step = step;
        double second = 2 * step * equations.second;
        double diffusion = 0;
        for (int d = 0; d < Equations.DIMENSIONS; d++) {
            diffusion += Equations.diffusion(d);
        }
        double directions = Equations.DIMENSIONS - 1 + Equations.NORMAL;
        this.viscosity = second * Equations.VISCOSITY * directions;
        this.constant = 1 + second * diffusion;
        this.conduction =
                second * Equations.VISCOSITY * Equations.DIMENSIONS * Equations.CONDUCTION;
    }

    /** Solves the lower system in a plane. */
    void lower(int z) {
        for (int y = box.from(1); y < box.to(1); y++) {
            int end = box.at(box.to(0), y, z);
            for (int p = box.at(box.from(0), y, z); p < end; p++) {
                clear();
                for (int d = 0; d < Equations.DIMENSIONS; d++) {
                    addNeighbour(d, p - box.stride[d], -1);
                }
                int i = VALUES * p;
                for (int m = 0; m < VALUES; m++) {
                    sum[m] = box.rhs[i + m] - Ssor.RELAXATION * sum[m];
                }
                solve(p);
                System.arraycopy(sum, 0, box.rhs, i, VALUES);
            }
        }
    }

    /** Solves the upper system in a plane. */
    void upper(int z) {
        for (int y = box.to(1) - 1; y >= box.from(1); y--) {
            int end = box.at(box.from(0), y, z);
            for (int p = box.at(box.to(0) - 1, y, z); p >= end; p--) {
                clear();
                for (int d = 0; d < Equations.DIMENSIONS; d++) {
                    addNeighbour(d, p + box.stride[d], 1);
                }
                solve(p);
                int i = VALUES * p;
                for (int m = 0; m < VALUES; m++) {
                    box.rhs[i + m] -= Ssor.RELAXATION * sum[m];
                }
            }
        }
    }

    private void clear() {
        for (int m = 0; m < VALUES; m++) {
            sum[m] = 0;
        }
    }

    /** Adds the product of a neighbour's block and its changes, without forming the block. */
    private void addNeighbour(int dimension, int q, int sign) {
        final int side = (dimension + 1) % Equations.DIMENSIONS;
        final int other = (dimension + 2) % Equations.DIMENSIONS;
        final double[] rhs = box.rhs;
        final int i = VALUES * q;
        final double mass = rhs[i];
        final double energy = rhs[i + 4];
        final double normal = rhs[i + 1 + dimension];
        final double along = rhs[i + 1 + side];
        final double across = rhs[i + 1 + other];
        final double x = box.velocity[dimension][q];
        final double y = box.velocity[side][q];
        final double z = box.velocity[other][q];
        final double kinetic = box.kinetic[q];
        final double volume = box.volume[q];
        final double specific = box.u[i + 4] * volume;
        final double factor = sign * step * equations.central;
        final double second = step * equations.second;
        final double spread = second * Equations.diffusion(dimension);
        final double viscous = second * Equations.VISCOSITY * volume;

        // Changes of the velocities, times density, and of the pressure.
        double dx = normal - x * mass;
        double dy = along - y * mass;
        double dz = across - z * mass;
        double pressure =
                Equations.PRESSURE
                        * (kinetic * mass - x * normal - y * along - z * across + energy);
        double enthalpy = Equations.HEAT_RATIO * specific - Equations.PRESSURE * kinetic;
        double heat =
                Equations.CONDUCTION * (energy - specific * mass)
                        + (Equations.NORMAL - Equations.CONDUCTION) * x * dx
                        + (1 - Equations.CONDUCTION) * (y * dy + z * dz);
        sum[0] += factor * normal - spread * mass;
        sum[1 + dimension] +=
                factor * (x * (dx + normal) + pressure)
                        - viscous * Equations.NORMAL * dx
                        - spread * normal;
        sum[1 + side] += factor * (x * dy + y * normal) - viscous * dy - spread * along;
        sum[1 + other] += factor * (x * dz + z * normal) - viscous * dz - spread * across;
        sum[4] +=
                factor * (enthalpy * dx + x * (energy + pressure))
                        - viscous * heat
                        - spread * energy;
    }

    /** Divides by the block of a place. */
    private void solve(int p) {
        final double volume = box.volume[p];
        final double specific = box.u[VALUES * p + 4] * volume;
        final double mass = sum[0] / constant;
        final double viscous = viscosity * volume;
        double rest = sum[4] + conduction * volume * specific * mass;
        sum[0] = mass;
        for (int d = 0; d < Equations.DIMENSIONS; d++) {
            double speed = box.velocity[d][p];
            double value = (sum[1 + d] + viscous * speed * mass) / (constant + viscous);
            rest -= (viscous - conduction * volume) * speed * (value - speed * mass);
            sum[1 + d] = value;
        }
        sum[4] = rest / (constant + conduction * volume);
    }
}
