package org.strata.benchmarks.papers;

import java.nio.DoubleBuffer;

/**
 * One cell of SP's cube: a state of five components per point, and the approximate factorisation
 * that changes it. In each dimension every line of points is a pentadiagonal system with three sets
 * of coefficients, one for the first three components and one for each other. The coefficients are
 * smooth functions of the state and not those of the flow that SP solves; sizes and dependencies
 * are SP's. Values beyond the cube are zero.
 */
final class SweepCell {
    static final int COMPONENTS = 5;

    /** Layers that the neighbours' right-hand sides need. */
    static final int GHOSTS = 2;

    /** Coefficients of a row. */
    static final int BANDS = 5;

    static final int SETS = 3;

    /** Set of each component's coefficients. */
    private static final int[] SET = {0, 0, 0, 1, 2};

    /** Doubles of an eliminated row: two coefficients per set, and the right-hand sides. */
    private static final int ROW = 2 * SETS + COMPONENTS;

    /** Doubles per point of a boundary: two rows. */
    private static final int[] BOUNDARY = {2 * ROW, 2 * COMPONENTS};

    private static final double NEAR = 0.3;
    private static final double FAR = 0.05;
    private static final double DIAGONAL = 2;
    private static final double SOUND = 0.1;
    private static final double DIFFUSION = 0.05;
    private static final double DISSIPATION = 0.02;

    private final int[] first;
    private final int[] size;
    private final int points;
    private final double[] state;
    private final double[] right;

    /** By point, set and band; once eliminated, the last two bands are those of the row. */
    private final double[] lines;

    /** Distance of two points in a dimension, without and with ghosts. */
    private final int[] stride;

    private final int[] wide;

    /**
     * @param first global coordinates of its first point
     * @param size points in each dimension
     */
    SweepCell(int[] first, int[] size) {
        this.first = first.clone();
        this.size = size.clone();
        points = size[0] * size[1] * size[2];
        stride = new int[] {1, size[0], size[0] * size[1]};
        int x = size[0] + 2 * GHOSTS;
        int y = size[1] + 2 * GHOSTS;
        wide = new int[] {1, x, x * y};
        state = new double[x * y * (size[2] + 2 * GHOSTS) * COMPONENTS];
        right = new double[points * COMPONENTS];
        lines = new double[points * SETS * BANDS];
    }

    /** Returns the doubles per point of the boundary between two stages. */
    static int boundary(boolean forward) {
        return BOUNDARY[forward ? 0 : 1];
    }

    /** Sets the first state: a function of the place. */
    void fill() {
        for (int point = 0; point < points; point++) {
            int at = wide(point) * COMPONENTS;
            int x = first[0] + point % size[0];
            int y = first[1] + point / stride[1] % size[1];
            int z = first[2] + point / stride[2];
            for (int m = 0; m < COMPONENTS; m++) {
                double phase = (m + 1.0) * x + (2 * m + 3) * y - (m + 4) * z;
                state[at + m] = 1 / (1 + phase * phase / 64) - 0.25 * m;
            }
        }
    }

    /** Returns the place of a point among those with ghosts. */
    private int wide(int point) {
        return (point % size[0] + GHOSTS)
                + (point / stride[1] % size[1] + GHOSTS) * wide[1]
                + (point / stride[2] + GHOSTS) * wide[2];
    }

    /** Returns the place of a line's first point, by the line's number in a dimension. */
    private int start(int dimension, int line) {
        int low = dimension == 0 ? 1 : 0;
        int high = dimension == 2 ? 1 : 2;
        return line % size[low] * stride[low] + line / size[low] * stride[high];
    }

    /** Returns how many lines there are in a dimension. */
    private int lines(int dimension) {
        return points / size[dimension];
    }

    /** Appends the two outermost layers on a side. */
    void pack(int dimension, boolean atEnd, DoubleBuffer into) {
        int from = atEnd ? size[dimension] - GHOSTS : 0;
        for (int line = 0; line < lines(dimension); line++) {
            int at = wide(start(dimension, line)) + from * wide[dimension];
            for (int i = 0; i < GHOSTS; i++) {
                into.put(state, (at + i * wide[dimension]) * COMPONENTS, COMPONENTS);
            }
        }
    }

    /** Takes the two layers beyond a side, as the neighbour has packed them. */
    void unpack(int dimension, boolean atEnd, DoubleBuffer from) {
        int to = atEnd ? size[dimension] : -GHOSTS;
        for (int line = 0; line < lines(dimension); line++) {
            int at = wide(start(dimension, line)) + to * wide[dimension];
            for (int i = 0; i < GHOSTS; i++) {
                from.get(state, (at + i * wide[dimension]) * COMPONENTS, COMPONENTS);
            }
        }
    }

    /** Computes the right-hand sides from the state and its ghosts. */
    void rightHandSides() {
        for (int point = 0; point < points; point++) {
            int at = wide(point) * COMPONENTS;
            for (int m = 0; m < COMPONENTS; m++) {
                double change = 0;
                for (int step : wide) {
                    int one = step * COMPONENTS;
                    int p = at + m;
                    double near = state[p - one] + state[p + one];
                    double far = state[p - 2 * one] + state[p + 2 * one];
                    change += DIFFUSION * (near - 2 * state[p]);
                    change -= DISSIPATION * (far - 4 * near + 6 * state[p]);
                }
                double other = state[at + (m + 1) % COMPONENTS];
                right[point * COMPONENTS + m] = change - 0.01 * state[at + m] * other;
            }
        }
    }

    /** Computes the coefficients of a dimension's lines. */
    void coefficients(int dimension) {
        for (int point = 0; point < points; point++) {
            double value = state[wide(point) * COMPONENTS + 1 + dimension];
            double speed = SOUND * value / (1 + value * value);
            for (int set = 0; set < SETS; set++) {
                double moved = speed + (set == 0 ? 0 : set == 1 ? SOUND : -SOUND);
                int at = (point * SETS + set) * BANDS;
                lines[at] = FAR;
                lines[at + 1] = -NEAR - moved;
                lines[at + 2] = DIAGONAL + moved * moved;
                lines[at + 3] = -NEAR + moved;
                lines[at + 4] = FAR;
            }
        }
    }

    /**
     * Eliminates what is below the diagonal of a dimension's lines.
     *
     * @param carry two rows per line: those before the cell; then its last two
     */
    void eliminate(int dimension, double[] carry) {
        int step = stride[dimension];
        for (int line = 0; line < lines(dimension); line++) {
            int point = start(dimension, line);
            int at = line * 2 * ROW;
            for (int i = 0; i < size[dimension]; i++, point += step) {
                eliminate(point, carry, at);
            }
        }
    }

    private void eliminate(int point, double[] carry, int before) {
        int last = before + ROW;
        int rhs = point * COMPONENTS;
        for (int m = 0; m < COMPONENTS; m++) {
            int set = SET[m];
            int row = (point * SETS + set) * BANDS;
            int pair = 2 * set;
            int own = 2 * SETS + m;
            double far = lines[row];
            double near = lines[row + 1] - far * carry[before + pair];
            double diagonal =
                    lines[row + 2] - far * carry[before + pair + 1] - near * carry[last + pair];
            double value = right[rhs + m] - far * carry[before + own] - near * carry[last + own];
            right[rhs + m] = value / diagonal;
            if (m == COMPONENTS - 1 || SET[m + 1] != set) {
                // The set's last component: the row itself.
                lines[row + 3] = (lines[row + 3] - near * carry[last + pair + 1]) / diagonal;
                lines[row + 4] /= diagonal;
            }
        }
        System.arraycopy(carry, last, carry, before, ROW);
        for (int set = 0; set < SETS; set++) {
            int row = (point * SETS + set) * BANDS;
            carry[last + 2 * set] = lines[row + 3];
            carry[last + 2 * set + 1] = lines[row + 4];
        }
        System.arraycopy(right, rhs, carry, last + 2 * SETS, COMPONENTS);
    }

    /**
     * Substitutes backward in a dimension's eliminated lines.
     *
     * @param carry two points per line: those after the cell; then its first two
     */
    void substitute(int dimension, double[] carry) {
        int step = stride[dimension];
        for (int line = 0; line < lines(dimension); line++) {
            int at = line * 2 * COMPONENTS;
            int point = start(dimension, line) + (size[dimension] - 1) * step;
            for (int i = 0; i < size[dimension]; i++, point -= step) {
                for (int m = 0; m < COMPONENTS; m++) {
                    int row = (point * SETS + SET[m]) * BANDS;
                    double next = carry[at + m];
                    double value =
                            right[point * COMPONENTS + m]
                                    - lines[row + 3] * next
                                    - lines[row + 4] * carry[at + COMPONENTS + m];
                    right[point * COMPONENTS + m] = value;
                    carry[at + COMPONENTS + m] = next;
                    carry[at + m] = value;
                }
            }
        }
    }

    /** Changes the basis of each point's components, which ends a dimension. */
    void mix() {
        for (int point = 0; point < points; point++) {
            int at = point * COMPONENTS;
            for (int m = 1; m < COMPONENTS; m += 2) {
                double one = right[at + m];
                double other = right[at + m + 1];
                right[at + m] = 0.8 * one - 0.6 * other;
                right[at + m + 1] = 0.6 * one + 0.8 * other;
            }
        }
    }

    /** Adds the solution to the state. */
    void update() {
        for (int point = 0; point < points; point++) {
            int at = wide(point) * COMPONENTS;
            for (int m = 0; m < COMPONENTS; m++) {
                state[at + m] += right[point * COMPONENTS + m];
            }
        }
    }

    /** Returns in how many values it differs from the same part of a larger cell. */
    int differences(SweepCell whole) {
        int different = 0;
        for (int point = 0; point < points; point++) {
            int x = first[0] - whole.first[0] + point % size[0];
            int y = first[1] - whole.first[1] + point / stride[1] % size[1];
            int z = first[2] - whole.first[2] + point / stride[2];
            int there = whole.wide(x + y * whole.stride[1] + z * whole.stride[2]) * COMPONENTS;
            int here = wide(point) * COMPONENTS;
            for (int m = 0; m < COMPONENTS; m++) {
                // As numbers are compared: NaN differs from all.
                different += state[here + m] == whole.state[there + m] ? 0 : 1;
            }
        }
        return different;
    }

    /** Returns the right-hand sides, by point; of a solved dimension the solution. */
    double[] right() {
        return right;
    }

    /** Returns the coefficients, by point, set and band. */
    double[] coefficients() {
        return lines;
    }
}
