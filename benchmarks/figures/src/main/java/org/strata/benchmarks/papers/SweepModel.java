package org.strata.benchmarks.papers;

import org.strata.opal.memory.Memory;
import org.strata.testkit.timed.Costs;

import java.lang.foreign.Arena;
import java.util.Random;

/**
 * The exchange of NAS SP in virtual time (NPB 3.3, copy_faces.f and x_solve.f). A step exchanges
 * the faces of all cells with six neighbours and waits for them; then, in each of three dimensions,
 * a forward and a backward pass go through q stages. A stage works on one cell and sends its
 * boundary to the owner of the next one. The receive for the next stage is posted right after that
 * send, and both are waited for when the part of the next stage's work is done that needs no
 * boundary. Work is proportional to a cell's points.
 */
final class SweepModel implements AutoCloseable {
    private static final int WARM_STEPS = 1;
    private static final int STEPS = 3;
    private static final int DIMENSIONS = SweepCells.DIMENSIONS;

    /** Doubles per point of a boundary: forward 22, backward 10; of a face two layers of five. */
    private static final int[] BOUNDARY = {22, 10};

    private static final int FACE = 2 * 5;
    private static final int FIRST_FACE_TAG = 6;

    /** The tags of passes, by dimension and direction, end here; so do the buffers of faces. */
    private static final int FACES = 2 * DIMENSIONS;

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
     * @param seed of the variation
     */
    record Habits(int perAdapter, double ahead, double variation, long seed) {}

    /**
     * @param work nanoseconds that a step takes without communication
     */
    SweepModel(OverlapProtocol protocol, Costs costs, Habits habits, SweepCells cells, long work) {
        this.cells = cells;
        this.habits = habits;
        this.random = new Random(habits.seed);
        int q = cells.q();
        ranks = q * q;
        faceBytes = (q - 1) * boundaryPoints() * FACE * Double.BYTES;
        double points = Math.pow(cells.points(), DIMENSIONS) / ranks;
        pointWork = work / (2.0 * DIMENSIONS * points);
        job = new TimedJob(ranks, habits.perAdapter, costs, 1, protocol.parameters());
        memory = new long[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            memory[rank] = Memory.allocate(arena, 2L * FACES * faceBytes + 2L * slot(), 4096);
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
        return boundaryPoints() * BOUNDARY[forward ? 0 : 1] * Double.BYTES;
    }

    private void add(int steps) {
        for (int step = 0; step < steps; step++) {
            for (int rank = 0; rank < ranks; rank++) {
                faces(rank);
                for (int dimension = 0; dimension < DIMENSIONS; dimension++) {
                    pass(rank, dimension, true);
                    pass(rank, dimension, false);
                }
            }
        }
    }

    private void faces(int rank) {
        for (int face = 0; face < FACES; face++) {
            int peer = cells.neighbour(rank, face / 2, face % 2 == 0);
            long at = memory[rank] + (long) face * faceBytes;
            // What the peer sends to its other neighbour in this dimension.
            job.ireceive(rank, at, faceBytes, peer, FIRST_FACE_TAG + (face ^ 1));
        }
        for (int face = 0; face < FACES; face++) {
            int peer = cells.neighbour(rank, face / 2, face % 2 == 0);
            long at = memory[rank] + (long) (FACES + face) * faceBytes;
            job.isend(rank, at, faceBytes, peer, FIRST_FACE_TAG + face);
        }
        job.wait(rank, 2 * FACES);
    }

    private void pass(int rank, int dimension, boolean forward) {
        int q = cells.q();
        int from = cells.neighbour(rank, dimension, !forward);
        int to = cells.neighbour(rank, dimension, forward);
        int tag = 2 * dimension + (forward ? 0 : 1);
        long buffers = memory[rank] + 2L * FACES * faceBytes;
        for (int stage = 0; stage < q; stage++) {
            int[] cell = cells.cell(rank, dimension, forward ? stage : q - 1 - stage);
            int points = cells.boundary(cell, dimension);
            int bytes = points * BOUNDARY[forward ? 0 : 1] * Double.BYTES;
            double work = pointWork * cells.volume(cell);
            if (stage > 0) {
                job.ireceive(rank, buffers, bytes, from, tag);
            }
            compute(rank, work * habits.ahead);
            if (stage > 0) {
                // The send of the stage before, and the receive.
                job.wait(rank, 2);
            }
            compute(rank, work * (1 - habits.ahead));
            if (stage < q - 1) {
                job.isend(rank, buffers + slot(), bytes, to, tag);
            }
        }
    }

    private void compute(int rank, double work) {
        double factor = 1 + habits.variation * (2 * random.nextDouble() - 1);
        job.compute(rank, Math.round(work * factor));
    }

    @Override
    public void close() {
        job.close();
        arena.close();
    }
}
