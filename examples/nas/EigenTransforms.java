package nas;

/**
 * The matrices between the sweeps of SP: into the eigenvectors of the flux along x, from there into
 * those along y and z, and back into the five values.
 */
final class EigenTransforms {
    private static final int VALUES = Equations.VALUES;
    private static final double HALF_ROOT = Math.sqrt(0.5);

    private final Box box;
    private final double[] sound;

    /**
     * @param sound the speed of sound by place, as it is when a method is called
     */
    EigenTransforms(Box box, double[] sound) {
        this.box = box;
        this.sound = sound;
    }

    void toEigenvectors() {
        forEachRow(-1);
    }

    void after(int dimension) {
        forEachRow(dimension);
    }

    private void forEachRow(int dimension) {
        for (int z = box.from(2); z < box.to(2); z++) {
            for (int y = box.from(1); y < box.to(1); y++) {
                int from = box.at(box.from(0), y, z);
                int to = box.at(box.to(0), y, z);
                switch (dimension) {
                    case 0 -> fromXToY(from, to);
                    case 1 -> fromYToZ(from, to);
                    case 2 -> fromZ(from, to);
                    default -> toX(from, to);
                }
            }
        }
    }

    private void toX(int from, int to) {
        final double[] rhs = box.rhs;
        for (int p = from; p < to; p++) {
            int i = VALUES * p;
            double volume = box.volume[p];
            double x = box.velocity[0][p];
            double y = box.velocity[1][p];
            double z = box.velocity[2][p];
            double r = rhs[i];
            double energy =
                    box.kinetic[p] * r
                            - x * rhs[i + 1]
                            - y * rhs[i + 2]
                            - z * rhs[i + 3]
                            + rhs[i + 4];
            double entropy = Equations.PRESSURE * energy / (sound[p] * sound[p]);
            double shift = HALF_ROOT * volume * (x * r - rhs[i + 1]);
            double wave = HALF_ROOT * volume * sound[p] * entropy;
            rhs[i] = r - entropy;
            rhs[i + 1] = volume * (rhs[i + 3] - z * r);
            rhs[i + 2] = volume * (y * r - rhs[i + 2]);
            rhs[i + 3] = wave - shift;
            rhs[i + 4] = wave + shift;
        }
    }

    private void fromXToY(int from, int to) {
        final double[] rhs = box.rhs;
        for (int i = VALUES * from; i < VALUES * to; i += VALUES) {
            double first = rhs[i];
            double turned = HALF_ROOT * rhs[i + 2];
            double mean = 0.5 * (rhs[i + 3] + rhs[i + 4]);
            rhs[i] = -rhs[i + 1];
            rhs[i + 1] = first;
            rhs[i + 2] = HALF_ROOT * (rhs[i + 3] - rhs[i + 4]);
            rhs[i + 3] = mean - turned;
            rhs[i + 4] = mean + turned;
        }
    }

    private void fromYToZ(int from, int to) {
        final double[] rhs = box.rhs;
        for (int i = VALUES * from; i < VALUES * to; i += VALUES) {
            double second = rhs[i + 1];
            double turned = HALF_ROOT * rhs[i];
            double mean = 0.5 * (rhs[i + 3] + rhs[i + 4]);
            rhs[i] = HALF_ROOT * (rhs[i + 3] - rhs[i + 4]);
            rhs[i + 1] = -rhs[i + 2];
            rhs[i + 2] = second;
            rhs[i + 3] = mean - turned;
            rhs[i + 4] = mean + turned;
        }
    }

    private void fromZ(int from, int to) {
        final double[] rhs = box.rhs;
        for (int p = from; p < to; p++) {
            int i = VALUES * p;
            double density = box.u[i];
            double x = box.velocity[0][p];
            double y = box.velocity[1][p];
            double z = box.velocity[2][p];
            double c = sound[p];
            double r = rhs[i];
            double s = rhs[i + 1];
            double wave = HALF_ROOT * density / c * (rhs[i + 3] + rhs[i + 4]);
            double mass = rhs[i + 2] + wave;
            double shift = HALF_ROOT * density * (rhs[i + 3] - rhs[i + 4]);
            rhs[i] = mass;
            rhs[i + 1] = x * mass - density * s;
            rhs[i + 2] = y * mass + density * r;
            rhs[i + 3] = z * mass + shift;
            rhs[i + 4] =
                    density * (y * r - x * s)
                            + box.kinetic[p] * mass
                            + c * c / Equations.PRESSURE * wave
                            + z * shift;
        }
    }
}
