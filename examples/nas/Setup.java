package nas;

import java.util.Arrays;

/** The values at the start, and the forcing that makes the exact solution one. */
final class Setup {
    private Setup() {}

    /**
     * Sets the forcing of inner points: what the equations leave of the exact solution, negated.
     */
    static void force(Box box, RightHandSide equations) {
        fill(box, true);
        Arrays.fill(box.forcing, 0);
        Arrays.fill(box.rhs, 0);
        equations.compute(box);
        for (int i = 0; i < box.rhs.length; i++) {
            box.forcing[i] = -box.rhs[i];
        }
    }

    /**
     * Sets all values: on the surface of the grid the exact solution, inside what NPB interpolates
     * from it. Places outside of the grid, which weigh nothing, get some flow without faults.
     */
    static void start(Box box) {
        fill(box, false);
        Arrays.fill(box.rhs, 0);
    }

    private static void fill(Box box, boolean exact) {
        int ghosts = Box.GHOSTS;
        for (int z = -ghosts; z < box.size[2] + ghosts; z++) {
            for (int y = -ghosts; y < box.size[1] + ghosts; y++) {
                for (int x = -ghosts; x < box.size[0] + ghosts; x++) {
                    set(box, exact, x, y, z);
                }
            }
        }
    }

    private static void set(Box box, boolean exact, int x, int y, int z) {
        int i = box.first[0] + x;
        int j = box.first[1] + y;
        int k = box.first[2] + z;
        int last = box.points - 1;
        int place = Equations.VALUES * box.at(x, y, z);
        boolean outside = outside(i, last) || outside(j, last) || outside(k, last);
        boolean surface = surface(i, last) || surface(j, last) || surface(k, last);
        for (int m = 0; m < Equations.VALUES; m++) {
            double a = (double) i / last;
            double b = (double) j / last;
            double c = (double) k / last;
            if (outside) {
                box.u[place + m] = m == 0 || m == Equations.ENERGY ? 1 : 0;
            } else if (exact || surface) {
                box.u[place + m] = ExactSolution.value(m, a, b, c);
            } else {
                box.u[place + m] = between(m, a, b, c);
            }
        }
    }

    private static boolean outside(int i, int last) {
        return i < 0 || i > last;
    }

    private static boolean surface(int i, int last) {
        return i == 0 || i == last;
    }

    private static double between(int m, double x, double y, double z) {
        double alongX = mix(x, ExactSolution.value(m, 0, y, z), ExactSolution.value(m, 1, y, z));
        double alongY = mix(y, ExactSolution.value(m, x, 0, z), ExactSolution.value(m, x, 1, z));
        double alongZ = mix(z, ExactSolution.value(m, x, y, 0), ExactSolution.value(m, x, y, 1));
        return alongX
                + alongY
                + alongZ
                - alongX * alongY
                - alongX * alongZ
                - alongY * alongZ
                + alongX * alongY * alongZ;
    }

    private static double mix(double at, double low, double high) {
        return (1 - at) * low + at * high;
    }
}
