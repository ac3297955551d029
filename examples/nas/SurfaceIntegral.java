package nas;

/**
 * NPB's integral of the pressure over the surface of a block in the middle of LU's grid, by the
 * trapezoidal rule. A point weighs the same whoever owns it, so no values are exchanged.
 */
final class SurfaceIntegral {
    private SurfaceIntegral() {}

    /** Returns the part of a box in it. */
    static double part(Box box) {
        int n = box.points;
        int[] low = {1, 1, 2};
        int[] high = {n - 2, n - 3, n - 2};
        double area = 1.0 / ((n - 1) * (n - 1));
        double sum = 0;
        for (int z = 0; z < box.size[2]; z++) {
            for (int y = 0; y < box.size[1]; y++) {
                for (int x = 0; x < box.size[0]; x++) {
                    int[] at = {box.first[0] + x, box.first[1] + y, box.first[2] + z};
                    int weight = weight(at, low, high);
                    if (weight != 0) {
                        int p = box.at(x, y, z);
                        double inner = box.u[Equations.VALUES * p + 4] - box.square[p];
                        sum += weight * Equations.PRESSURE * inner;
                    }
                }
            }
        }
        return 0.25 * area * sum;
    }

    /** Returns how many corners of faces' squares a point is. */
    private static int weight(int[] at, int[] low, int[] high) {
        int sum = 0;
        for (int d = 0; d < Equations.DIMENSIONS; d++) {
            int a = (d + 1) % Equations.DIMENSIONS;
            int b = (d + 2) % Equations.DIMENSIONS;
            if (at[d] == low[d] || at[d] == high[d]) {
                sum += along(at[a], low[a], high[a]) * along(at[b], low[b], high[b]);
            }
        }
        return sum;
    }

    private static int along(int at, int low, int high) {
        if (at < low || at > high) {
            return 0;
        }
        return at == low || at == high ? 1 : 2;
    }
}
