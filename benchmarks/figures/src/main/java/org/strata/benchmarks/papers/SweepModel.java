package org.strata.benchmarks.papers;

import org.strata.opal.memory.Memory;
import org.strata.testkit.timed.Costs;

import java.lang.foreign.Arena;

/**
 * The exchange of NAS SP in virtual time: q × q processes, each with q cells of a cube in the
 * multi-partition scheme. A step exchanges the faces of all cells with six neighbours; then, in
 * each of three dimensions, a forward and a backward pass go through q stages. A stage works on one
 * cell and sends its boundary to the neighbour, which needs it for its next stage. The receive for
 * a stage is posted one stage ahead, and waited for in the middle of the stage's work, since SP
 * makes its left-hand sides before it needs the neighbour's.
 */
final class SweepModel implements AutoCloseable {
    private static final int WARM_STEPS = 1;
    private static final int STEPS = 2;
    private static final int DIMENSIONS = 3;

    /** Doubles per point of a boundary: forward 22, backward 10; of a face two layers of five. */
    private static final int[] BOUNDARY = {22, 10};

    private static final int FACE = 2 * 5;
    private static final int FIRST_FACE_TAG = 6;

    /** The tags of passes, by dimension and direction, end here; so do the buffers of faces. */
    private static final int FACES = 2 * DIMENSIONS;

    private final int q;
    private final Arena arena = Arena.ofShared();
    private final TimedJob job;
    private final int[] boundaryBytes = new int[2];
    private final int faceBytes;
    private final long work;
    private final long[] memory;
    private long began;
    private long ended;

    /**
     * @param points of the cube's edge
     * @param q ranks are q × q
     * @param work nanoseconds that a step takes without communication
     */
    SweepModel(OverlapProtocol protocol, Costs costs, int points, int q, long work) {
        this.q = q;
        int edge = (points + q - 1) / q;
        int cell = edge * edge;
        boundaryBytes[0] = cell * BOUNDARY[0] * Double.BYTES;
        boundaryBytes[1] = cell * BOUNDARY[1] * Double.BYTES;
        faceBytes = (q - 1) * cell * FACE * Double.BYTES;
        this.work = work / (2L * DIMENSIONS * q);
        job = new TimedJob(q * q, costs, 1, protocol.parameters());
        memory = new long[q * q];
        for (int rank = 0; rank < memory.length; rank++) {
            memory[rank] = Memory.allocate(arena, 2L * FACES * faceBytes + 3L * slot(), 4096);
        }
    }

    private long slot() {
        return boundaryBytes[0] + 4095L & -4096;
    }

    /** Returns the milliseconds of a step. */
    double step() {
        for (int step = 0; step < WARM_STEPS; step++) {
            add();
        }
        job.run();
        job.then(0, () -> began = job.time(0).nanoTime());
        for (int step = 0; step < STEPS; step++) {
            add();
        }
        job.then(0, () -> ended = job.time(0).nanoTime());
        job.run();
        return (ended - began) / 1e6 / STEPS;
    }

    /** Returns the bytes of a boundary. */
    int boundaryBytes(boolean forward) {
        return boundaryBytes[forward ? 0 : 1];
    }

    private void add() {
        for (int rank = 0; rank < q * q; rank++) {
            faces(rank);
            for (int dimension = 0; dimension < DIMENSIONS; dimension++) {
                pass(rank, dimension, true);
                pass(rank, dimension, false);
            }
        }
    }

    /** Returns the neighbour in a dimension: the owner of the next cell of each of its own. */
    private int neighbour(int rank, int dimension, boolean next) {
        int step = next ? 1 : q - 1;
        int row = rank / q;
        int column = rank % q;
        return switch (dimension) {
            case 0 -> row * q + (column + step) % q;
            case 1 -> (row + step) % q * q + column;
            default -> (row + q - step) % q * q + (column + q - step) % q;
        };
    }

    private void faces(int rank) {
        for (int face = 0; face < FACES; face++) {
            int peer = neighbour(rank, face / 2, face % 2 == 0);
            long at = memory[rank] + (long) face * faceBytes;
            // What the peer sends to its other neighbour in this dimension.
            job.ireceive(rank, at, faceBytes, peer, FIRST_FACE_TAG + (face ^ 1));
        }
        for (int face = 0; face < FACES; face++) {
            int peer = neighbour(rank, face / 2, face % 2 == 0);
            long at = memory[rank] + (long) (FACES + face) * faceBytes;
            job.isend(rank, at, faceBytes, peer, FIRST_FACE_TAG + face);
        }
        job.wait(rank, 2 * FACES);
    }

    private void pass(int rank, int dimension, boolean forward) {
        int from = neighbour(rank, dimension, !forward);
        int to = neighbour(rank, dimension, forward);
        int tag = 2 * dimension + (forward ? 0 : 1);
        int bytes = boundaryBytes(forward);
        long buffers = memory[rank] + 2L * FACES * faceBytes;
        for (int stage = 0; stage < q; stage++) {
            if (stage < q - 1) {
                job.ireceive(rank, buffers + stage % 2 * slot(), bytes, from, tag);
            }
            job.compute(rank, work / 2);
            if (stage > 0) {
                // The receive that was posted a stage ago, and the send of that stage.
                job.wait(rank, 2);
            }
            job.compute(rank, work / 2);
            if (stage < q - 1) {
                job.isend(rank, buffers + 2 * slot(), bytes, to, tag);
            }
        }
    }

    @Override
    public void close() {
        job.close();
        arena.close();
    }
}
