package org.strata.benchmarks.papers;

import org.strata.benchmarks.papers.SweepOrder.Stage;

import java.nio.DoubleBuffer;
import java.util.Arrays;

/** A rank's cells of SP's cube, and what the stages of {@link SweepOrder} do to them. */
final class SweepGrid {
    private static final double[] NONE = {};

    private final SweepCells cells;
    private final int rank;

    /** By their layers in the last dimension. */
    private final SweepCell[] own;

    /** What goes from stage to stage: forward, backward. */
    private final double[][] carry = {NONE, NONE};

    SweepGrid(SweepCells cells, int rank) {
        this.cells = cells;
        this.rank = rank;
        own = new SweepCell[cells.q()];
        for (int layer = 0; layer < own.length; layer++) {
            int[] place = cells.cell(rank, SweepCells.DIMENSIONS - 1, layer);
            own[layer] =
                    new SweepCell(
                            Arrays.stream(place).map(cells::first).toArray(),
                            Arrays.stream(place).map(cells::thickness).toArray());
            for (int dimension = 0; dimension < SweepCells.DIMENSIONS; dimension++) {
                int points = cells.boundary(place, dimension);
                grow(true, points);
                grow(false, points);
            }
        }
    }

    private void grow(boolean forward, int points) {
        int index = forward ? 0 : 1;
        int length = points * SweepCell.boundary(forward);
        carry[index] = length > carry[index].length ? new double[length] : carry[index];
    }

    /** Returns the whole cube after some steps, solved by one rank. */
    static SweepCell solve(int points, int steps) {
        SweepCells whole = new SweepCells(points, 1);
        SweepGrid grid = new SweepGrid(whole, 0);
        grid.fill();
        for (int step = 0; step < steps; step++) {
            new SweepOrder(whole, 0).step(new Alone(grid));
        }
        return grid.own[0];
    }

    /** One rank has all: every message would be empty. */
    private record Alone(SweepGrid grid) implements SweepOrder.Actions<RuntimeException> {
        @Override
        public void receiveFace(int face, int from, int tag) {
            assert from == 0;
        }

        @Override
        public void sendFace(int face, int to, int tag) {
            assert to == 0;
        }

        @Override
        public void rightHandSides() {
            grid.rightHandSides();
        }

        @Override
        public void receive(Stage stage, int from, int tag) {
            throw new IllegalStateException("one stage is the first one");
        }

        @Override
        public void begin(Stage stage) {
            grid.begin(stage);
        }

        @Override
        public void end(Stage stage) {
            grid.end(stage);
        }

        @Override
        public void send(Stage stage, int to, int tag) {
            throw new IllegalStateException("one stage is the last one");
        }

        @Override
        public void await(int count) {
            assert count > 0;
        }

        @Override
        public void update() {
            grid.update();
        }
    }

    /** Sets the first state. */
    void fill() {
        for (SweepCell cell : own) {
            cell.fill();
        }
    }

    private SweepCell cell(int dimension, int layer) {
        return own[cells.cell(rank, dimension, layer)[SweepCells.DIMENSIONS - 1]];
    }

    /** Returns the doubles of a face: of all cells but those at the cube's own face. */
    int faceLength(int dimension, boolean next) {
        int length = 0;
        for (int layer = next ? 0 : 1; layer < cells.q() - (next ? 1 : 0); layer++) {
            int points = cells.boundary(cells.cell(rank, dimension, layer), dimension);
            length += points * SweepCell.GHOSTS * SweepCell.COMPONENTS;
        }
        return length;
    }

    /** Writes what the neighbours of cells need. */
    void packFace(int dimension, boolean next, DoubleBuffer into) {
        into.clear();
        for (int layer = next ? 0 : 1; layer < cells.q() - (next ? 1 : 0); layer++) {
            cell(dimension, layer).pack(dimension, next, into);
        }
    }

    /** Reads what the neighbour has packed for the other direction. */
    void unpackFace(int dimension, boolean next, DoubleBuffer from) {
        from.clear();
        for (int layer = next ? 0 : 1; layer < cells.q() - (next ? 1 : 0); layer++) {
            cell(dimension, layer).unpack(dimension, next, from);
        }
    }

    void rightHandSides() {
        for (SweepCell cell : own) {
            cell.rightHandSides();
        }
    }

    /** Returns the doubles of a stage's boundary. */
    int boundaryLength(Stage stage) {
        int[] place = cells.cell(rank, stage.dimension(), stage.layer());
        return cells.boundary(place, stage.dimension()) * SweepCell.boundary(stage.forward());
    }

    private double[] carry(Stage stage) {
        return carry[stage.forward() ? 0 : 1];
    }

    /** Does the part of a stage's work that needs no boundary. */
    void begin(Stage stage) {
        if (stage.forward()) {
            cell(stage.dimension(), stage.layer()).coefficients(stage.dimension());
        } else if (!stage.isFirst()) {
            cell(stage.dimension(), stage.layer() + 1).mix();
        }
        if (stage.isFirst()) {
            Arrays.fill(carry(stage), 0);
        }
    }

    /** Takes the boundary that the stage before has sent. */
    void unpack(Stage stage, DoubleBuffer from) {
        from.get(0, carry(stage), 0, boundaryLength(stage));
    }

    /** Does the rest of a stage's work. */
    void end(Stage stage) {
        SweepCell cell = cell(stage.dimension(), stage.layer());
        if (stage.forward()) {
            cell.eliminate(stage.dimension(), carry(stage));
        } else {
            cell.substitute(stage.dimension(), carry(stage));
            if (stage.isLast()) {
                cell.mix();
            }
        }
    }

    /** Writes the boundary for the stage after. */
    void pack(Stage stage, DoubleBuffer into) {
        into.put(0, carry(stage), 0, boundaryLength(stage));
    }

    void update() {
        for (SweepCell cell : own) {
            cell.update();
        }
    }

    /** Returns in how many values the cells differ from those of the whole cube. */
    int differences(SweepCell whole) {
        int different = 0;
        for (SweepCell cell : own) {
            different += cell.differences(whole);
        }
        return different;
    }
}
