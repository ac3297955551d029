package org.strata.benchmarks.papers;

/**
 * The multi-partition scheme of NAS SP: q × q processes, each with q cells of a cube, one in every
 * layer of every dimension. Cells of the first layers have one point more where q does not divide
 * the cube's edge.
 *
 * @param points of the cube's edge
 * @param q edge of the square of processes
 */
record SweepCells(int points, int q) {
    static final int DIMENSIONS = 3;

    /** Returns the points of a layer of cells. */
    int thickness(int layer) {
        return points / q + (layer < points % q ? 1 : 0);
    }

    /** Returns the first point of a layer. */
    int first(int layer) {
        return layer * (points / q) + Math.min(layer, points % q);
    }

    /** Returns where a rank's cell of one layer of a dimension lies: its layers in all three. */
    int[] cell(int rank, int dimension, int layer) {
        int column = rank % q;
        int row = rank / q;
        int own =
                switch (dimension) {
                    case 0 -> layer - column;
                    case 1 -> row - layer;
                    default -> layer;
                };
        return new int[] {wrap(column + own), wrap(row - own), wrap(own)};
    }

    private int wrap(int layer) {
        return Math.floorMod(layer, q);
    }

    /**
     * Returns the owner of the next cell in a dimension of each of a rank's, or of the one before.
     */
    int neighbour(int rank, int dimension, boolean next) {
        int step = next ? 1 : -1;
        int column = rank % q;
        int row = rank / q;
        return switch (dimension) {
            case 0 -> row * q + wrap(column + step);
            case 1 -> wrap(row + step) * q + column;
            default -> wrap(row + step) * q + wrap(column - step);
        };
    }

    /** Returns the points of a cell's boundary across a dimension. */
    int boundary(int[] cell, int dimension) {
        int points = 1;
        for (int other = 0; other < DIMENSIONS; other++) {
            points *= other == dimension ? 1 : thickness(cell[other]);
        }
        return points;
    }

    /** Returns the points of a cell. */
    int volume(int[] cell) {
        return boundary(cell, 0) * thickness(cell[0]);
    }
}
