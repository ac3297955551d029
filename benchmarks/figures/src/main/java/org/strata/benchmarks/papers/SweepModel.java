package org.strata.benchmarks.papers;

import org.strata.benchmarks.papers.SweepOrder.Stage;
import org.strata.opal.memory.Memory;
import org.strata.testkit.timed.Costs;

import java.lang.foreign.Arena;
import java.util.Random;

/**
 * The exchange of NAS SP in virtual time, in {@link SweepOrder}. All work is that of stages, and
 * proportional to a cell's points.
 */
final class SweepModel implements AutoCloseable {
    private static final int WARM_STEPS = 1;
    private static final int STEPS = 3;
    private static final int DIMENSIONS = SweepCells.DIMENSIONS;
    private static final int FACES = SweepOrder.FACES;

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
     * @param ahead part of a stage's work before it needs the neighbour's boundary
     * @param variation of a stage's work, to either side
     * @param early receives, see {@link SweepOrder}
     * @param seed of the variation
     */
    record Habits(int perAdapter, double ahead, double variation, boolean early, long seed) {}

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
        pointWork = work / (2.0 * DIMENSIONS * points);
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
            // All work is that of stages.
        }

        @Override
        public void receive(Stage stage, int from, int tag) {
            long at = buffers + (stage.number() & 1) * slot();
            job.ireceive(rank, at, bytes(stage), from, tag);
        }

        @Override
        public void begin(Stage stage) {
            compute(work(stage) * habits.ahead);
        }

        @Override
        public void end(Stage stage) {
            compute(work(stage) * (1 - habits.ahead));
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
            // All work is that of stages.
        }

        private int[] cell(Stage stage) {
            return cells.cell(rank, stage.dimension(), stage.layer());
        }

        private int bytes(Stage stage) {
            int points = cells.boundary(cell(stage), stage.dimension());
            return points * SweepCell.boundary(stage.forward()) * Double.BYTES;
        }

        private double work(Stage stage) {
            return pointWork * cells.volume(cell(stage));
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
