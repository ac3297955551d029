package nas;

import java.nio.DoubleBuffer;

/**
 * A rank's part of the grid, or one of its parts, with two layers of its neighbours' points on
 * every side. A place in the box is a number; the place of a neighbour along a dimension differs by
 * {@link #stride}.
 */
final class Box {
    static final int GHOSTS = 2;

    /** Points along each edge of the whole grid. */
    final int points;

    /** The first own point in the whole grid, and how many, by dimension. */
    final int[] first;

    final int[] size;
    final int[] stride;

    /** Five values per place. */
    final double[] u;

    final double[] rhs;
    final double[] forcing;

    /** Of u: 1 / density, velocities, half the square of the speed, the same by density. */
    final double[] volume;

    final double[][] velocity;
    final double[] kinetic;
    final double[] square;

    Box(int points, int[] first, int[] size) {
        this.points = points;
        this.first = first.clone();
        this.size = size.clone();
        int row = size[0] + 2 * GHOSTS;
        int plane = row * (size[1] + 2 * GHOSTS);
        this.stride = new int[] {1, row, plane};
        int places = plane * (size[2] + 2 * GHOSTS);
        this.u = new double[Equations.VALUES * places];
        this.rhs = new double[Equations.VALUES * places];
        this.forcing = new double[Equations.VALUES * places];
        this.volume = new double[places];
        this.velocity = new double[Equations.DIMENSIONS][places];
        this.kinetic = new double[places];
        this.square = new double[places];
    }

    int places() {
        return volume.length;
    }

    /** Returns the place of a point by its coordinates in the box; own ones are from 0. */
    int at(int x, int y, int z) {
        return x + GHOSTS + (y + GHOSTS) * stride[1] + (z + GHOSTS) * stride[2];
    }

    /** Returns the first own coordinate that is not on the surface of the grid. */
    int from(int dimension) {
        return first[dimension] == 0 ? 1 : 0;
    }

    /** Returns the end of the own coordinates that are not on the surface of the grid. */
    int to(int dimension) {
        int end = first[dimension] + size[dimension];
        return end == points ? size[dimension] - 1 : size[dimension];
    }

    /** Returns the corners of the own points that are not on the surface of the grid. */
    int[] inner() {
        return new int[] {from(0), from(1), from(2)};
    }

    /** Returns the corner behind those points. */
    int[] innerEnd() {
        return new int[] {to(0), to(1), to(2)};
    }

    /** Appends the numbers of a block of places, {@code width} per place, to a buffer. */
    void pack(double[] values, int width, int[] low, int[] high, DoubleBuffer buffer) {
        int run = width * (high[0] - low[0]);
        for (int z = low[2]; z < high[2]; z++) {
            for (int y = low[1]; y < high[1]; y++) {
                buffer.put(values, width * at(low[0], y, z), run);
            }
        }
    }

    /** Takes the numbers of a block of places from a buffer. */
    void unpack(double[] values, int width, int[] low, int[] high, DoubleBuffer buffer) {
        int run = width * (high[0] - low[0]);
        for (int z = low[2]; z < high[2]; z++) {
            for (int y = low[1]; y < high[1]; y++) {
                buffer.get(values, width * at(low[0], y, z), run);
            }
        }
    }

    /** Adds the right-hand sides, by then the changes, to the values of inner points. */
    void add(double scale) {
        for (int z = from(2); z < to(2); z++) {
            for (int y = from(1); y < to(1); y++) {
                int end = Equations.VALUES * at(to(0), y, z);
                for (int i = Equations.VALUES * at(from(0), y, z); i < end; i++) {
                    u[i] += scale * rhs[i];
                }
            }
        }
    }

    /** Multiplies the right-hand sides of inner points. */
    void scale(double factor) {
        for (int z = from(2); z < to(2); z++) {
            for (int y = from(1); y < to(1); y++) {
                int end = Equations.VALUES * at(to(0), y, z);
                for (int i = Equations.VALUES * at(from(0), y, z); i < end; i++) {
                    rhs[i] *= factor;
                }
            }
        }
    }
}
