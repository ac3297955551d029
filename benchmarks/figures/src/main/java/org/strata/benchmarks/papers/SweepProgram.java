package org.strata.benchmarks.papers;

import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

import org.strata.benchmarks.papers.SweepOrder.Stage;

import java.nio.DoubleBuffer;
import java.util.ArrayDeque;

/**
 * The program of P5's sweep, for q × q processes: blocks of steps of {@link SweepOrder} from the
 * same first state, whose result is compared with that of one process, value by value. Arguments:
 * milliseconds of warm-up, blocks, points of the cube's edge, steps of a block. Rank 0 prints
 * {@code step POINTS BEST MEDIAN}, in microseconds per step.
 */
final class SweepProgram implements SweepOrder.Actions<MPIException> {
    static final String RESULT = "step";

    private final SweepGrid grid;
    private final SweepOrder order;
    private final SweepCell solved;
    private final int steps;
    private final DoubleBuffer[] facesOut = new DoubleBuffer[SweepOrder.FACES];
    private final DoubleBuffer[] facesIn = new DoubleBuffer[SweepOrder.FACES];
    private final DoubleBuffer out;
    private final DoubleBuffer in;
    private final ArrayDeque<Request> started = new ArrayDeque<>();

    private SweepProgram(int points, int steps) throws MPIException {
        this.steps = steps;
        int q = (int) Math.round(Math.sqrt(MPI.COMM_WORLD.getSize()));
        SweepCells cells = new SweepCells(points, q);
        int rank = MPI.COMM_WORLD.getRank();
        grid = new SweepGrid(cells, rank);
        order = new SweepOrder(cells, rank);
        solved = SweepGrid.solve(points, steps);
        for (int face = 0; face < SweepOrder.FACES; face++) {
            int length = grid.faceLength(face / 2, face % 2 == 0);
            facesOut[face] = MPI.newDoubleBuffer(length);
            facesIn[face] = MPI.newDoubleBuffer(length);
        }
        int most = cells.thickness(0) * cells.thickness(0) * SweepCell.boundary(true);
        out = MPI.newDoubleBuffer(most);
        in = MPI.newDoubleBuffer(most);
    }

    /** Runs in a square number of ranks. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int points = Integer.parseInt(args[2]);
        SweepProgram program = new SweepProgram(points, Integer.parseInt(args[3]));
        new BlockTimer(args).measure(RESULT, ignored -> program.block(), points);
        MPI.Finalize();
    }

    private double block() throws MPIException {
        grid.fill();
        MPI.COMM_WORLD.barrier();
        long start = System.nanoTime();
        for (int i = 0; i < steps; i++) {
            order.step(this);
        }
        double micros = BlockTimer.micros(start, steps);
        int different = grid.differences(solved);
        if (different > 0) {
            throw new IllegalStateException(
                    "after "
                            + steps
                            + " steps "
                            + different
                            + " values of rank "
                            + order.rank()
                            + " are not those of the sequential solve");
        }
        return micros;
    }

    @Override
    public void receiveFace(int face, int from, int tag) throws MPIException {
        DoubleBuffer into = facesIn[face];
        started.add(MPI.COMM_WORLD.iRecv(into, into.capacity(), MPI.DOUBLE, from, tag));
    }

    @Override
    public void sendFace(int face, int to, int tag) throws MPIException {
        DoubleBuffer data = facesOut[face];
        grid.packFace(face / 2, face % 2 == 0, data);
        data.clear();
        started.add(MPI.COMM_WORLD.iSend(data, data.capacity(), MPI.DOUBLE, to, tag));
    }

    @Override
    public void rightHandSides() {
        for (int face = 0; face < SweepOrder.FACES; face++) {
            grid.unpackFace(face / 2, face % 2 == 0, facesIn[face]);
            facesIn[face].clear();
        }
        grid.rightHandSides();
    }

    @Override
    public void receive(Stage stage, int from, int tag) throws MPIException {
        int length = grid.boundaryLength(stage);
        started.add(MPI.COMM_WORLD.iRecv(in, length, MPI.DOUBLE, from, tag));
    }

    @Override
    public void begin(Stage stage) {
        grid.begin(stage);
    }

    @Override
    public void end(Stage stage) {
        if (!stage.isFirst()) {
            grid.unpack(stage, in);
        }
        grid.end(stage);
    }

    @Override
    public void send(Stage stage, int to, int tag) throws MPIException {
        grid.pack(stage, out);
        int length = grid.boundaryLength(stage);
        started.add(MPI.COMM_WORLD.iSend(out, length, MPI.DOUBLE, to, tag));
    }

    @Override
    public void await(int count) throws MPIException {
        Request[] oldest = new Request[count];
        for (int i = 0; i < count; i++) {
            oldest[i] = started.remove();
        }
        Request.waitAll(oldest);
    }

    @Override
    public void update() {
        grid.update();
    }
}
