package org.strata.benchmarks.scaling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import mpi.MPI;

import org.junit.jupiter.api.Test;
import org.strata.benchmarks.papers.Silence;
import org.strata.benchmarks.scaling.CommunicatorCost.Costs;
import org.strata.benchmarks.scaling.CommunicatorCost.Creation;
import org.strata.benchmarks.scaling.QueueShape.Order;
import org.strata.benchmarks.scaling.QueueShape.Queue;
import org.strata.benchmarks.scaling.QueueShape.Wanted;
import org.strata.testkit.LongRun;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/** Every shape matches all its messages, simulated ranks compute, and memory does not grow. */
class ScalingTest {
    private static final int ENTRIES = 70;
    private static final int ROUNDS = 3;

    @Test
    void everyShapeMatchesEveryMessage() {
        assertThat(QueueCosts.shapes(false)).hasSize(48);
        for (QueueShape shape : QueueCosts.shapes(false)) {
            try (QueueCost cost = new QueueCost(shape, ENTRIES)) {
                for (int round = 0; round < ROUNDS; round++) {
                    cost.round();
                }
                assertThat(cost.delivered()).as("%s", shape).isEqualTo(ENTRIES * ROUNDS);
                assertThat(cost.waiting()).as("%s", shape).isZero();
            }
        }
    }

    @Test
    void linesOfTheProgramBecomeRows() {
        QueueTable table = new QueueTable("title", "ns", new int[] {10, 1000});
        QueueShape shape = new QueueShape(Queue.POSTED, false, Wanted.TAG, Order.BACKWARD);
        table.read(QueueTable.line(shape, 10, 20.5));
        table.read("something else");
        table.read(QueueTable.line(shape, 1000, 82));
        assertThat(table.ratio(shape)).isCloseTo(4, within(1e-9));
        assertThat(table.print(3)).containsExactly("title: posted one tag backward");
        assertThat(table.print(4)).isEmpty();
    }

    @Test
    void simulatedRanksCallTheRealApi() {
        int size = 37;
        int[] sums = new int[size];
        try (SimulatedRanks job = new SimulatedRanks(size, new Silence())) {
            job.run((rank, world) -> {
                int[] sum = {rank};
                world.split(rank % 3, rank).allReduce(sum, 1, MPI.INT, MPI.SUM);
                sums[rank] = sum[0];
            });
        }
        assertThat(Arrays.stream(sums).distinct()).hasSize(3);
        assertThat(sums[0] + sums[1] + sums[2]).isEqualTo(size * (size - 1) / 2);
    }

    /** What the JVM's own threads keep meanwhile is counted, too, so the least of some counts. */
    @Test
    @LongRun
    void aCommunicatorIsAsLargeInALargeJob() {
        CommunicatorCost.measure(8, new Silence());
        Map<Creation, Double> more = new EnumMap<>(Creation.class);
        for (int i = 0; i == 0 || (i < 5 && !larger(more).isEmpty()); i++) {
            Costs small = CommunicatorCost.measure(8, new Silence());
            Costs large = CommunicatorCost.measure(96, new Silence());
            for (Creation creation : Creation.values()) {
                double bytes =
                        large.creations().get(creation).bytes()
                                - small.creations().get(creation).bytes();
                more.merge(creation, bytes, Math::min);
            }
        }
        assertThat(larger(more)).isEmpty();
    }

    /** An entry of four bytes per rank would be 352. */
    private static Map<Creation, Double> larger(Map<Creation, Double> more) {
        Map<Creation, Double> larger = new EnumMap<>(more);
        larger.values().removeIf(bytes -> bytes < 100);
        return larger;
    }

    @Test
    void aWrongOptionIsRefused() {
        assertThat(Scaling.line().execute("--root", "/", "--only", "nothing")).isEqualTo(2);
        assertThat(Scaling.line().execute("--root", "/", "--ranks", "8,3")).isEqualTo(2);
    }
}
