package org.strata.benchmarks.papers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.benchmarks.papers.SweepOrder.Stage;

import java.nio.DoubleBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;

/** The arithmetic of P5's sweep: what many ranks compute is what one computes. */
@Timeout(60)
class SweepTest {
    private static final int STEPS = 3;

    /** NPB's sizes of boundaries, in doubles per point. */
    @Test
    void boundariesAreThoseOfSp() {
        assertThat(SweepCell.boundary(true)).isEqualTo(22);
        assertThat(SweepCell.boundary(false)).isEqualTo(10);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void aSolvedLineFulfilsItsEquations(int dimension) {
        int[] size = {4, 5, 6};
        SweepCell cell = new SweepCell(new int[] {0, 0, 0}, size);
        cell.fill();
        cell.rightHandSides();
        cell.coefficients(dimension);
        double[] rows = cell.coefficients().clone();
        double[] wanted = cell.right().clone();
        int lines = 4 * 5 * 6 / size[dimension];
        cell.eliminate(dimension, new double[lines * SweepCell.boundary(true)]);
        cell.substitute(dimension, new double[lines * SweepCell.boundary(false)]);
        int stride = new int[] {1, 4, 4 * 5}[dimension];
        for (int point = 0; point < 4 * 5 * 6; point++) {
            int place = point / stride % size[dimension];
            for (int m = 0; m < SweepCell.COMPONENTS; m++) {
                int row = (point * SweepCell.SETS + Math.max(0, m - 2)) * SweepCell.BANDS;
                double sum = 0;
                for (int band = 0; band < SweepCell.BANDS; band++) {
                    int other = place + band - 2;
                    if (other >= 0 && other < size[dimension]) {
                        int at = (point + (band - 2) * stride) * SweepCell.COMPONENTS + m;
                        sum += rows[row + band] * cell.right()[at];
                    }
                }
                assertThat(sum).isCloseTo(wanted[point * SweepCell.COMPONENTS + m], within(1e-12));
            }
        }
    }

    /** Cells of one size, and of two; receives in NPB's order, and early. */
    @ParameterizedTest
    @CsvSource({
        "8, 2, false",
        "9, 2, true",
        "9, 3, false",
        "11, 3, false",
        "11, 3, true",
        "8, 4, false"
    })
    void manyRanksComputeWhatOneDoes(int points, int q, boolean early) throws Exception {
        SweepCell whole = SweepGrid.solve(points, STEPS);
        SweepCells cells = new SweepCells(points, q);
        Map<String, BlockingQueue<double[]>> wires = new ConcurrentHashMap<>();
        List<Callable<Integer>> ranks = new ArrayList<>();
        for (int rank = 0; rank < q * q; rank++) {
            int own = rank;
            ranks.add(() -> {
                Member member = new Member(new SweepGrid(cells, own), own, wires);
                member.grid.fill();
                for (int step = 0; step < STEPS; step++) {
                    new SweepOrder(cells, own, early).step(member);
                }
                return member.grid.differences(whole);
            });
        }
        try (ExecutorService threads = Executors.newThreadPerTaskExecutor(Thread::new)) {
            for (Future<Integer> different : threads.invokeAll(ranks)) {
                assertThat(different.get()).isZero();
            }
        }
    }

    /** The comparison sees what it is to see: the next step has other values. */
    @Test
    void aStepChangesEveryValue() {
        int values = 6 * 6 * 6 * SweepCell.COMPONENTS;
        SweepCell before = SweepGrid.solve(6, STEPS - 1);
        assertThat(SweepGrid.solve(6, STEPS).differences(before)).isEqualTo(values);
        assertThat(before.differences(SweepGrid.solve(6, STEPS - 1))).isZero();
    }

    /** A rank that is a thread; messages are arrays. */
    private static final class Member implements SweepOrder.Actions<InterruptedException> {
        private final SweepGrid grid;
        private final int rank;
        private final Map<String, BlockingQueue<double[]>> wires;
        private final double[][] faces = new double[SweepOrder.FACES][];
        private double[] boundary = {};
        private final List<Arrival> awaited = new ArrayList<>();

        /** What is to be done when a send or receive is waited for. */
        private interface Arrival {
            void run() throws InterruptedException;
        }

        Member(SweepGrid grid, int rank, Map<String, BlockingQueue<double[]>> wires) {
            this.grid = grid;
            this.rank = rank;
            this.wires = wires;
        }

        private BlockingQueue<double[]> wire(int from, int to, int tag) {
            String name = from + " " + to + " " + tag;
            return wires.computeIfAbsent(name, unused -> new LinkedBlockingQueue<>());
        }

        private void send(int to, int tag, double[] message) {
            wire(rank, to, tag).add(message);
            awaited.add(() -> {});
        }

        @Override
        public void receiveFace(int face, int from, int tag) {
            awaited.add(() -> faces[face] = wire(from, rank, tag).take());
        }

        @Override
        public void sendFace(int face, int to, int tag) {
            double[] message = new double[grid.faceLength(face / 2, face % 2 == 0)];
            grid.packFace(face / 2, face % 2 == 0, DoubleBuffer.wrap(message));
            send(to, tag, message);
        }

        @Override
        public void rightHandSides() {
            for (int face = 0; face < SweepOrder.FACES; face++) {
                grid.unpackFace(face / 2, face % 2 == 0, DoubleBuffer.wrap(faces[face]));
            }
            grid.rightHandSides();
        }

        @Override
        public void receive(Stage stage, int from, int tag) {
            awaited.add(() -> boundary = wire(from, rank, tag).take());
        }

        @Override
        public void begin(Stage stage) {
            grid.begin(stage);
        }

        @Override
        public void end(Stage stage) {
            if (!stage.isFirst()) {
                grid.unpack(stage, DoubleBuffer.wrap(boundary));
            }
            grid.end(stage);
        }

        @Override
        public void send(Stage stage, int to, int tag) {
            double[] message = new double[grid.boundaryLength(stage)];
            grid.pack(stage, DoubleBuffer.wrap(message));
            send(to, tag, message);
        }

        @Override
        public void await(int count) throws InterruptedException {
            for (int i = 0; i < count; i++) {
                awaited.removeFirst().run();
            }
        }

        @Override
        public void update() {
            grid.update();
        }
    }
}
