package nas;

/** The right-hand side of all three kernels: the forcing and the differences of the fluxes. */
final class RightHandSide {
    private static final int VALUES = Equations.VALUES;

    private final Equations equations;

    /** Weights of a difference of fourth order, from two before a point to two behind it. */
    private final double[] weights = new double[2 * Box.GHOSTS + 1];

    RightHandSide(Equations equations) {
        this.equations = equations;
    }

    /** Computes it for the inner points of a box whose neighbours' points are up to date. */
    void compute(Box box) {
        derive(box);
        System.arraycopy(box.forcing, 0, box.rhs, 0, box.rhs.length);
        for (int dimension = 0; dimension < Equations.DIMENSIONS; dimension++) {
            for (int z = box.from(2); z < box.to(2); z++) {
                for (int y = box.from(1); y < box.to(1); y++) {
                    fluxes(box, dimension, box.at(box.from(0), y, z), box.at(box.to(0), y, z));
                    dissipate(box, dimension, y, z);
                }
            }
        }
    }

    /** Computes velocities and energies of all own points and one layer around them. */
    private static void derive(Box box) {
        for (int z = -1; z <= box.size[2]; z++) {
            for (int y = -1; y <= box.size[1]; y++) {
                derive(box, box.at(-1, y, z), box.at(box.size[0] + 1, y, z));
            }
        }
    }

    private static void derive(Box box, int from, int to) {
        double[] u = box.u;
        double[] vx = box.velocity[0];
        double[] vy = box.velocity[1];
        double[] vz = box.velocity[2];
        for (int p = from; p < to; p++) {
            int i = VALUES * p;
            double volume = 1 / u[i];
            double x = volume * u[i + 1];
            double y = volume * u[i + 2];
            double z = volume * u[i + 3];
            double kinetic = 0.5 * (x * x + y * y + z * z);
            box.volume[p] = volume;
            vx[p] = x;
            vy[p] = y;
            vz[p] = z;
            box.kinetic[p] = kinetic;
            box.square[p] = kinetic * u[i];
        }
    }

    /** Adds the differences along a dimension to a row of places. */
    private void fluxes(Box box, int dimension, int from, int to) {
        final int step = box.stride[dimension];
        final int side = (dimension + 1) % Equations.DIMENSIONS;
        final int other = (dimension + 2) % Equations.DIMENSIONS;
        final double[] u = box.u;
        final double[] rhs = box.rhs;
        final double[] speed = box.velocity[dimension];
        final double central = equations.central;
        final double spread = Equations.diffusion(dimension) * equations.second;
        final double viscous = Equations.VISCOSITY * equations.second;
        for (int p = from; p < to; p++) {
            int a = VALUES * (p - step);
            int i = VALUES * p;
            int b = VALUES * (p + step);
            double before = speed[p - step];
            double here = speed[p];
            double behind = speed[p + step];
            int n = dimension + 1;
            int s = side + 1;
            int t = other + 1;
            double pressure = box.square[p - step] - box.square[p + step] + u[b + 4] - u[a + 4];
            rhs[i] += spread * (u[b] - 2 * u[i] + u[a]) - central * (u[b + n] - u[a + n]);
            rhs[i + n] +=
                    spread * (u[b + n] - 2 * u[i + n] + u[a + n])
                            + viscous * Equations.NORMAL * (behind - 2 * here + before)
                            - central
                                    * (u[b + n] * behind
                                            - u[a + n] * before
                                            + Equations.PRESSURE * pressure);
            rhs[i + s] +=
                    spread * (u[b + s] - 2 * u[i + s] + u[a + s])
                            + viscous * second(box.velocity[side], p, step)
                            - central * (u[b + s] * behind - u[a + s] * before);
            rhs[i + t] +=
                    spread * (u[b + t] - 2 * u[i + t] + u[a + t])
                            + viscous * second(box.velocity[other], p, step)
                            - central * (u[b + t] * behind - u[a + t] * before);
            double work = behind * behind - 2 * here * here + before * before;
            rhs[i + 4] +=
                    spread * (u[b + 4] - 2 * u[i + 4] + u[a + 4])
                            + viscous * heat(box, p, step, work)
                            - central
                                    * (enthalpy(box, p + step) * behind
                                            - enthalpy(box, p - step) * before);
        }
    }

    private static double heat(Box box, int p, int step, double work) {
        double energies =
                box.u[VALUES * (p + step) + 4] * box.volume[p + step]
                        - 2 * box.u[VALUES * p + 4] * box.volume[p]
                        + box.u[VALUES * (p - step) + 4] * box.volume[p - step];
        return (1 - Equations.CONDUCTION) * second(box.kinetic, p, step)
                + work / 6
                + Equations.CONDUCTION * energies;
    }

    private static double enthalpy(Box box, int p) {
        return Equations.HEAT_RATIO * box.u[VALUES * p + 4] - Equations.PRESSURE * box.square[p];
    }

    private static double second(double[] values, int p, int step) {
        return values[p + step] - 2 * values[p] + values[p - step];
    }

    /** Subtracts the differences of fourth order along a dimension from a row. */
    private void dissipate(Box box, int dimension, int y, int z) {
        int x = box.from(0);
        int end = box.to(0);
        if (dimension != 0) {
            weigh(box.first[dimension] + (dimension == 1 ? y : z));
            smooth(box, box.stride[dimension], box.at(x, y, z), box.at(end, y, z));
            return;
        }
        while (x < end) {
            // One point at the faces, all others at once.
            int at = box.first[0] + x;
            int next = x + 1;
            while (next < end
                    && equations.isMiddle(at)
                    && equations.isMiddle(box.first[0] + next)) {
                next++;
            }
            weigh(at);
            smooth(box, 1, box.at(x, y, z), box.at(next, y, z));
            x = next;
        }
    }

    private void weigh(int at) {
        for (int distance = -Box.GHOSTS; distance <= Box.GHOSTS; distance++) {
            weights[distance + Box.GHOSTS] = equations.weight(at, distance);
        }
    }

    private void smooth(Box box, int step, int from, int to) {
        final double[] u = box.u;
        final double[] rhs = box.rhs;
        final int one = VALUES * step;
        final int two = 2 * one;
        final double a = Equations.DISSIPATION * weights[0];
        final double b = Equations.DISSIPATION * weights[1];
        final double c = Equations.DISSIPATION * weights[2];
        final double d = Equations.DISSIPATION * weights[3];
        final double e = Equations.DISSIPATION * weights[4];
        for (int i = VALUES * from; i < VALUES * to; i++) {
            rhs[i] -= a * u[i - two] + b * u[i - one] + c * u[i] + d * u[i + one] + e * u[i + two];
        }
    }
}
