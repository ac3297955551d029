package org.strata.benchmarks.papers;

import org.strata.benchmarks.papers.SweepOrder.Stage;
import org.strata.opal.memory.Memory;
import org.strata.testkit.timed.Costs;

import java.lang.foreign.Arena;
import java.util.Random;

/**
 * The exchange of NAS SP in virtual time, in {@link SweepOrder}. Each part of the work is
 * proportional to a cell's points.
 */
final class SweepModel implements AutoCloseable {
    private static final int WARM_STEPS = 1;
    private static final int STEPS = 3;
    private static final int DIMENSIONS = SweepCells.DIMENSIONS;
    private static final int FACES = SweepOrder.FACES;

    /** Passes of each direction in a step. */
    private static final double PASSES = DIMENSIONS;

    private final SweepCells cells;
    private final int ranks;
    private final Arena arena = Arena.ofShared();
    private final TimedJob job;
    private final Habits habits;
    private final Random random;
    private final int faceBytes;
    private final double pointWork;
    private final long[] memory;

    /**
     * How the ranks work.
     *
     * @param perAdapter ranks that share an adapter
     * @param parts of the work
     * @param variation of each piece of work, to either side
     * @param early receives, see {@link SweepOrder}
     * @param seed of the variation
     */
    record Habits(int perAdapter, Parts parts, double variation, boolean early, long seed) {}

    /**
     * The parts of a step's work, in any unit.
     *
     * @param rightSides once per step, outside of stages: what the faces are needed for, the update
     *     of the solution, and packing
     * @param leftSides of a cell, in a forward stage, before it needs the neighbour's boundary
     * @param elimination the rest of a forward stage
     * @param inversion of the cell of the stage before, in a backward stage, before it needs the
     *     neighbour's boundary
     * @param substitution the rest of a backward stage
     */
    record Parts(
            double rightSides,
            double leftSides,
            double elimination,
            double inversion,
            double substitution) {
        private double sum() {
            return rightSides + leftSides + elimination + inversion + substitution;
        }
    }

    /**
     * @param work nanoseconds that a step takes without communication
     */
    SweepModel(OverlapProtocol protocol, Costs costs, Habits habits, SweepCells cells, long work) {
        this.cells = cells;
        this.habits = habits;
        this.random = new Random(habits.seed);
        int q = cells.q();
        ranks = q * q;
        faceBytes =
                (q - 1) * boundaryPoints() * SweepCell.GHOSTS * SweepCell.COMPONENTS * Double.BYTES;
        double points = Math.pow(cells.points(), DIMENSIONS) / ranks;
        pointWork = work / (habits.parts.sum() * points);
        job = new TimedJob(ranks, habits.perAdapter, costs, 1, protocol.parameters());
        memory = new long[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            memory[rank] = Memory.allocate(arena, 2L * FACES * faceBytes + 3L * slot(), 4096);
        }
    }

    private int boundaryPoints() {
        return cells.thickness(0) * cells.thickness(0);
    }

    private long slot() {
        return boundaryBytes(true) + 4095L & -4096;
    }

    /** Returns the milliseconds of a step. */
    double step() {
        add(WARM_STEPS);
        job.run();
        long began = latest();
        add(STEPS);
        job.run();
        return (latest() - began) / 1e6 / STEPS;
    }

    private long latest() {
        long latest = 0;
        for (int rank = 0; rank < ranks; rank++) {
            latest = Math.max(latest, job.time(rank).nanoTime());
        }
        return latest;
    }

    /** Returns the bytes of the largest boundary. */
    int boundaryBytes(boolean forward) {
        return boundaryPoints() * SweepCell.boundary(forward) * Double.BYTES;
    }

    private void add(int steps) {
        for (int step = 0; step < steps; step++) {
            for (int rank = 0; rank < ranks; rank++) {
                new SweepOrder(cells, rank, habits.early).step(new Member(rank));
            }
        }
    }

    /** Adds what a rank does to the job. */
    private final class Member implements SweepOrder.Actions<RuntimeException> {
        private final int rank;

        /** The two receive buffers of boundaries; that for sends is behind them. */
        private final long buffers;

        Member(int rank) {
            this.rank = rank;
            this.buffers = memory[rank] + 2L * FACES * faceBytes;
        }

        @Override
        public void receiveFace(int face, int from, int tag) {
            job.ireceive(rank, memory[rank] + (long) face * faceBytes, faceBytes, from, tag);
        }

        @Override
        public void sendFace(int face, int to, int tag) {
            long at = memory[rank] + (long) (FACES + face) * faceBytes;
            job.isend(rank, at, faceBytes, to, tag);
        }

        @Override
        public void rightHandSides() {
            for (int layer = 0; layer < cells.q(); layer++) {
                int points = cells.volume(cells.cell(rank, 0, layer));
                compute(habits.parts.rightSides * pointWork * points);
            }
        }

        @Override
        public void receive(Stage stage, int from, int tag) {
            long at = buffers + (stage.number() & 1) * slot();
            job.ireceive(rank, at, bytes(stage), from, tag);
        }

        @Override
        public void begin(Stage stage) {
            if (stage.forward()) {
                compute(work(habits.parts.leftSides, stage.layer(), stage));
            } else if (!stage.isFirst()) {
                compute(work(habits.parts.inversion, stage.layer() + 1, stage));
            }
        }

        @Override
        public void end(Stage stage) {
            Parts parts = habits.parts;
            double part = stage.forward() ? parts.elimination : parts.substitution;
            compute(work(part, stage.layer(), stage));
            if (!stage.forward() && stage.isLast()) {
                compute(work(parts.inversion, stage.layer(), stage));
            }
        }

        @Override
        public void send(Stage stage, int to, int tag) {
            job.isend(rank, buffers + 2 * slot(), bytes(stage), to, tag);
        }

        @Override
        public void await(int count) {
            job.wait(rank, count);
        }

        @Override
        public void update() {
            // Part of the right-hand sides: nothing is between the two but the next step's faces.
        }

        private int[] cell(int layer, Stage stage) {
            return cells.cell(rank, stage.dimension(), layer);
        }

        private int bytes(Stage stage) {
            int points = cells.boundary(cell(stage.layer(), stage), stage.dimension());
            return points * SweepCell.boundary(stage.forward()) * Double.BYTES;
        }

        /** Returns a part of the work of one pass on the cell of a layer. */
        private double work(double part, int layer, Stage stage) {
            return part / PASSES * pointWork * cells.volume(cell(layer, stage));
        }

        private void compute(double work) {
            double factor = 1 + habits.variation * (2 * random.nextDouble() - 1);
            job.compute(rank, Math.round(work * factor));
        }
    }

    @Override
    public void close() {
        job.close();
        arena.close();
    }
}
