package org.strata.benchmarks.papers;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

import java.util.Map;
import java.util.TreeMap;

/** P3's claims in virtual time: what is asserted here is computed, not measured. */
class FastModelTest {
    private static final int LARGEST = 65536;

    private final SimulatedFast paper = new SimulatedFast();

    private static double change(double[] queuesAndRings) {
        return queuesAndRings[1] / queuesAndRings[0] - 1;
    }

    @Test
    void ringsGainWhatThePaperSays() {
        SimulatedFast.Result result = paper.result(64, 288);
        assertThat(change(result.latency())).isBetween(-0.35, -0.15);
        assertThat(result.latency()[1]).as("the paper's 6.8 us").isBetween(6.7, 6.9);
        assertThat(change(result.window())).isGreaterThan(0.6);
        assertThat(change(result.overhead())).isBetween(-0.35, -0.1);
        assertThat(result.crossing()).isBetween(64.0, 288.0);
    }

    /** A receive that names its source does not pay for the rings of others. */
    @Test
    void hintsSaveLooksAtOtherRings() {
        TreeMap<Long, Double> sequential = paper.latencies("sequential", 1, 128);
        TreeMap<Long, Double> hinted = paper.latencies("hinted", 1, 128);
        assertThat(hinted.get(1L)).isCloseTo(sequential.get(1L), Offset.offset(0.3));
        assertThat(hinted.get(128L)).isLessThan(sequential.get(128L) - 1);
    }

    /** Its control messages go by ring. */
    @Test
    void everyRendezvousIsFaster() {
        try (FastModel queues = paper.model(false, LARGEST);
                FastModel fast = paper.model(true, LARGEST)) {
            for (int bytes = 2048; bytes <= LARGEST; bytes *= 2) {
                assertThat(fast.latency(bytes, 8))
                        .as("%d bytes", bytes)
                        .isLessThan(queues.latency(bytes, 8) - 4);
            }
        }
    }

    @Test
    void curvesCrossWhereTheGapIsClosed() {
        TreeMap<Long, Double> queues = new TreeMap<>(Map.of(1L, 5.0, 100L, 5.0, 200L, 5.0));
        TreeMap<Long, Double> rings = new TreeMap<>(Map.of(1L, 3.0, 100L, 4.0, 200L, 8.0));
        assertThat(SimulatedFast.crossing(rings, queues)).isEqualTo(125.0);
        assertThat(SimulatedFast.crossing(queues, rings)).isEqualTo(1.0);
        rings.remove(200L);
        assertThat(SimulatedFast.crossing(rings, queues)).isInfinite();
    }
}
